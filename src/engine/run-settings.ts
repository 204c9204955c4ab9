/** Everything that decides how a run fills and counts; every field has a default and stands in the result. */
export interface RunSettings {
  /** Cash at the start, in account currency. */
  readonly cash: number;
  readonly currency: string;
  /** `cash`: no more is sold than is held. */
  readonly account: "cash";
  /** Session dates `YYYY-MM-DD` (both inclusive) or instants; empty for all. */
  readonly from: string;
  readonly to: string;
  /** Bars of warm-up before `from`; -1 for all there are. */
  readonly warmupBars: number;
  readonly commission: { readonly model: string; readonly [field: string]: unknown };
  readonly slippage: { readonly model: string; readonly [field: string]: unknown };
  /** When a market order decided at a close fills. */
  readonly fillAt: "next-open";
  /** When a size becomes a quantity. */
  readonly sizeAt: "at-submission";
  /** What happens at the fill when cash is short. */
  readonly shortCash: "reduce";
  readonly limitFill: "touch";
  readonly stopGap: "at-open";
  readonly intrabar: "pessimistic";
  readonly moneyRounding: "currency" | "none";
  /** Annual, a fraction. */
  readonly riskFreeRate: number;
  /** Return per session below which a return counts as downside. */
  readonly minimumReturn: number;
  /** Sessions in a year; 0 for what the data say: 252, or 365 when weekends trade. */
  readonly sessionsPerYear: number;
  readonly seed: number;
}
