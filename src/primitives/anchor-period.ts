/** What an anchored indicator may begin anew with; `none` for nothing: it goes on over all bars. */
export const ANCHOR_PERIODS = ["session", "week", "month", "none"] as const;

export type AnchorPeriod = (typeof ANCHOR_PERIODS)[number];
