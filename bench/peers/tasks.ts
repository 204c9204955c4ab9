/** An indicator that all libraries compute with equal parameters, and the outputs that are compared. */
export interface Task {
  /** Name of the task in the results and in the descriptions of libraries. */
  readonly name: string;
  readonly indicator: string;
  readonly params: Readonly<Record<string, number | string>>;
  readonly outputs: readonly string[];
}

export const tasks: readonly Task[] = [
  { name: "sma", indicator: "sma", params: { period: 20 }, outputs: ["value"] },
  { name: "ema", indicator: "ema", params: { period: 20 }, outputs: ["value"] },
  { name: "wma", indicator: "wma", params: { period: 20 }, outputs: ["value"] },
  { name: "rsi", indicator: "rsi", params: { period: 14 }, outputs: ["value"] },
  {
    name: "macd",
    indicator: "macd",
    params: { fast: 12, slow: 26, signal: 9 },
    outputs: ["macd", "signal", "histogram"],
  },
  { name: "bollinger", indicator: "bollinger", params: { period: 20 }, outputs: ["upper", "middle", "lower"] },
  {
    name: "fast stochastic",
    indicator: "stochastic",
    params: { kPeriod: 14, slowing: 1, dPeriod: 3 },
    outputs: ["k", "d"],
  },
  { name: "stochastic", indicator: "stochastic", params: { kPeriod: 14, slowing: 3, dPeriod: 3 }, outputs: ["k", "d"] },
  { name: "atr", indicator: "atr", params: { period: 14 }, outputs: ["value"] },
  { name: "adx", indicator: "adx", params: { period: 14 }, outputs: ["adx"] },
  { name: "cci", indicator: "cci", params: { period: 20 }, outputs: ["value"] },
  { name: "obv", indicator: "obv", params: {}, outputs: ["value"] },
  { name: "willr", indicator: "willr", params: { period: 14 }, outputs: ["value"] },
];
