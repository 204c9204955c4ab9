import { parameterError, formatValue } from "../primitives/check.ts";
import { HindcastError } from "../primitives/errors.ts";
import { DAY_MS } from "../time/civil-date.ts";
import { formatDate } from "../time/instant.ts";

/**
 * A split, a cash dividend or a delisting. The ex-date is the first session that trades without the dividend or after the split; for a
 * delisting, the first session without trading.
 */
export interface CorporateAction {
  readonly symbol: string;
  readonly kind: "split" | "dividend" | "delisting";
  /** Ex-date in days since 1970-01-01, on the calendar of the instrument's exchange. */
  readonly exDate: number;
  /** Units after a split per unit before it: 4 for 4:1, 0.1 for 1:10; 1 for other actions. */
  readonly ratio: number;
  /** Cash of a dividend for each unit held before the ex-date, not adjusted for splits; 0 for other actions. */
  readonly cash: number;
  /** Cash paid per unit at a delisting, which may be 0. Default: the last price. */
  readonly price?: number | undefined;
  readonly currency: string;
}

/** Basis of recorded prices: as traded, adjusted for later splits, or adjusted for later splits and dividends. */
export type PriceBasis = "raw" | "split_adjusted" | "fully_adjusted";

const KINDS: readonly CorporateAction["kind"][] = ["split", "dividend", "delisting"];

const FIELDS = ["symbol", "kind", "exDate", "ratio", "cash", "currency"] as const;

/** Largest day that a `Date` can represent. */
const LAST_DAY = 100_000_000;

/**
 * Checks a corporate action. Throws `RECORDING_INVALID` for a missing field or invalid number, `PARAMETER_OUT_OF_RANGE` for an unknown
 * kind.
 */
export function checkAction(action: CorporateAction, place: number): void {
  const name = `action ${place + 1}`;
  if (typeof action !== "object" || action === null)
    throw invalid(`${name} must be an object, was ${formatValue(action)}`, {});
  const missing = FIELDS.filter((field) => action[field] === undefined);
  const { symbol, kind, exDate, ratio, cash, price } = action;
  if (missing.length > 0) {
    throw invalid(
      `${name} (${formatValue({ symbol, kind, exDate })}) lacks ${missing.join(", ")}. Every action needs ${FIELDS.join(", ")}: use ratio 1 unless it is a split, and cash 0 unless it is a dividend. A delisting may have a price.`,
      { symbol, kind, exDate, missing },
    );
  }
  if (!KINDS.includes(kind)) throw parameterError("kind of an action", `one of ${KINDS.join(", ")}`, kind);
  const refuse = (field: string, rule: string, value: unknown, when: string) =>
    invalid(`${field} of the ${kind} of ${symbol}${when} must be ${rule}, was ${formatValue(value)}`, {
      symbol,
      kind,
      exDate,
      field,
      value,
    });
  if (!(Number.isInteger(exDate) && Math.abs(exDate) <= LAST_DAY))
    throw refuse("exDate", "a whole number of days since 1970-01-01", exDate, "");
  const on = ` on ${formatDate(exDate * DAY_MS)}`;
  if (!(ratio > 0 && ratio < Infinity)) throw refuse("ratio", "a finite number above 0", ratio, on);
  if (!isAmount(cash)) throw refuse("cash", AMOUNT, cash, on);
  if (price !== undefined && !isAmount(price)) throw refuse("price", AMOUNT, price, on);
}

const AMOUNT = "a finite number of at least 0";

const isAmount = (value: number): boolean => Number.isFinite(value) && value >= 0;

function invalid(message: string, details: Readonly<Record<string, unknown>>): HindcastError {
  return new HindcastError("RECORDING_INVALID", message, details);
}

/**
 * Returns the splits and dividends to apply to positions. With raw prices, all of them. With split-adjusted prices, only dividends, with
 * cash converted to units after all later splits. With fully adjusted prices none, since the prices include them.
 */
export function positionActions(actions: readonly CorporateAction[], basis: PriceBasis): readonly CorporateAction[] {
  if (basis === "raw") return actions.filter(({ kind }) => kind !== "delisting");
  if (basis === "fully_adjusted") return [];
  const splits = actions.filter(({ kind }) => kind === "split");
  return actions
    .filter(({ kind }) => kind === "dividend")
    .map((dividend) => {
      const later = splits.filter(({ exDate }) => exDate >= dividend.exDate);
      return { ...dividend, cash: later.reduce((cash, { ratio }) => cash / ratio, dividend.cash) };
    });
}
