/** Request for a backtest of the strategy sma-cross over the sample, on its finest bars unless an interval is added. */
export const CROSSING = {
  strategy: "sma-cross",
  params: { fast: 5, slow: 20 },
  symbols: ["KO"],
  from: "2022-01-03",
  to: "2023-06-30",
};
