/** Length of a bar. */
export type Interval =
  | "1m"
  | "2m"
  | "5m"
  | "15m"
  | "30m"
  | "60m"
  | "90m"
  | "1h"
  | "4h"
  | "1d"
  | "5d"
  | "1wk"
  | "1mo"
  | "3mo";

export const DAY_MS = 86_400_000;
