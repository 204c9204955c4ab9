/** A split, a cash dividend or the end of a listing. Its ex-date is the first session whose prices are without it, or on which nothing trades any more. */
export interface CorporateAction {
  readonly symbol: string;
  readonly kind: "split" | "dividend" | "delisting";
  /** In days since 1970-01-01, on the calendar of the instrument's exchange. */
  readonly exDate: number;
  /** Units after the split for one before: 4 for 4:1, 0.1 for 1:10; 1 for others. */
  readonly ratio: number;
  /** Cash of a dividend for one unit as it was traded on the session before the ex-date; 0 for others. */
  readonly cash: number;
  /** Of a delisting: what was paid for one unit, which may be 0; its last price when left out. */
  readonly price?: number | undefined;
  readonly currency: string;
}

/** What recorded prices are stated in: as traded, or restated for what came later. */
export type PriceBasis = "raw" | "split_adjusted" | "fully_adjusted";
