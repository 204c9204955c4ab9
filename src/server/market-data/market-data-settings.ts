/** How market data are served. */
export interface MarketDataSettings {
  /** `yahoo` also refuses the periods that Yahoo refuses for fine intervals, so that a client fails in tests as it would there. */
  readonly historyLimits: "none" | "yahoo";
  /** Takes periods of any length, such as 30d, beside those of the list. */
  readonly extendedPeriods: boolean;
  /** What `signal` of macd is: the label, or the number of the signal line. */
  readonly macdSignal: "label" | "number";
}

export const MARKET_DATA_DEFAULTS: MarketDataSettings = Object.freeze({
  historyLimits: "none",
  extendedPeriods: false,
  macdSignal: "label",
});
