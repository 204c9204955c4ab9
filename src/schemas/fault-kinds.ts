/** What a server can be told to do wrong. */
export const FAULT_KINDS = ["error", "limit", "stall", "drop", "duplicate", "delay", "disconnect"] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** Data messages of the stream. */
export const FAULT_MESSAGES = [
  "quote",
  "bar",
  "order",
  "entry",
  "corporate_action",
  "market_status",
  "clock",
  "backtest",
] as const;
