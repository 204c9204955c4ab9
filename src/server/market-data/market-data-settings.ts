/** Options of market data. */
export interface MarketDataSettings {
  /** `yahoo` also refuses periods that Yahoo refuses for short intervals, so that a client fails in tests as it would with Yahoo. */
  readonly historyLimits: "none" | "yahoo";
  /** Whether periods of any length are accepted, such as 30d. */
  readonly extendedPeriods: boolean;
  /** Content of `signal` in macd: the label, or the number of the signal line. */
  readonly macdSignal: "label" | "number";
}

export const MARKET_DATA_DEFAULTS: MarketDataSettings = Object.freeze({
  historyLimits: "none",
  extendedPeriods: false,
  macdSignal: "label",
});
