/** A split or a cash dividend. Its ex-date is the first session whose prices are without it. */
export interface CorporateAction {
  readonly symbol: string;
  readonly kind: "split" | "dividend";
  /** In days since 1970-01-01, on the calendar of the instrument's exchange. */
  readonly exDate: number;
  /** Units after the split for one before: 4 for 4:1, 0.1 for 1:10; 1 for a dividend. */
  readonly ratio: number;
  /** Cash of a dividend for one unit as it was traded on the session before the ex-date; 0 for a split. */
  readonly cash: number;
  readonly currency: string;
}

/** What recorded prices are stated in: as traded, or restated for what came later. */
export type PriceBasis = "raw" | "split_adjusted" | "fully_adjusted";
