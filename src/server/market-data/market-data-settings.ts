/** Settings for market data. */
export interface MarketDataSettings {
  /** With `yahoo`, periods that Yahoo refuses for short intervals are refused, so that a client fails in tests as it would with Yahoo. */
  readonly historyLimits: "none" | "yahoo";
  /** Whether periods of any length are accepted, such as 30d. */
  readonly extendedPeriods: boolean;
  /** Content of the member `signal` of MACD: the label, or the number of the signal line. */
  readonly macdSignal: "label" | "number";
}

export const MARKET_DATA_DEFAULTS: MarketDataSettings = Object.freeze({
  historyLimits: "none",
  extendedPeriods: false,
  macdSignal: "label",
});
