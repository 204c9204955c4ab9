/** What the documentation lists routes under, and what each is about. */
export const TAGS = {
  Operation: "For who runs the server. Without a key.",
  "Market data": "What is known of the market at its now, or at an earlier instant by `X-As-Of`.",
  Administration: "The keys of the server. They need the scope `admin`.",
  Trading: "Orders on paper, and the account of the key that they belong to.",
  Replay:
    "The market's clock, sessions with a clock of their own, and faults to test clients with. They need the scope `replay:control`; to move the main clock `replay:main`, and faults `replay:faults`.",
  Backtests: "Strategies of the server over what is recorded up to now. They need the scope `backtest`.",
} as const;

export type Tag = keyof typeof TAGS;
