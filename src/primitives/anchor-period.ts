/** Periods with which an anchored indicator restarts; `none` means that it never restarts. */
export const ANCHOR_PERIODS = ["session", "week", "month", "none"] as const;

export type AnchorPeriod = (typeof ANCHOR_PERIODS)[number];
