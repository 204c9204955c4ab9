import { parameterError, shown } from "../primitives/check.ts";
import { HindcastError } from "../primitives/errors.ts";
import { DAY_MS } from "../time/civil-date.ts";
import { formatDate } from "../time/instant.ts";

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

const KINDS: readonly CorporateAction["kind"][] = ["split", "dividend", "delisting"];

const FIELDS = ["symbol", "kind", "exDate", "ratio", "cash", "currency"] as const;

/** The greatest day that a date can have. */
const LAST_DAY = 100_000_000;

/** Throws RECORDING_INVALID for an action without a field that every action needs, or with a number that none can have; PARAMETER_OUT_OF_RANGE for an unknown kind. */
export function checkAction(action: CorporateAction, place: number): void {
  const name = `action ${place + 1}`;
  if (typeof action !== "object" || action === null)
    throw invalid(`${name} must be an object, was ${shown(action)}`, {});
  const missing = FIELDS.filter((field) => action[field] === undefined);
  const { symbol, kind, exDate, ratio, cash, price } = action;
  if (missing.length > 0) {
    throw invalid(
      `${name} (${shown({ symbol, kind, exDate })}) needs ${missing.join(", ")}: every action has ${FIELDS.join(", ")}; ratio is 1 except for a split, cash is 0 except for a dividend, and a delisting may have a price`,
      { symbol, kind, exDate, missing },
    );
  }
  if (!KINDS.includes(kind)) throw parameterError("kind of an action", `one of ${KINDS.join(", ")}`, kind);
  const refuse = (field: string, rule: string, value: unknown, when: string) =>
    invalid(`${field} of the ${kind} of ${symbol}${when} must be ${rule}, was ${shown(value)}`, {
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
 * The splits and dividends that happen to a holder of units as the prices state them. Of prices as traded, all. Of prices adjusted for splits, no split
 * happens, and a dividend is paid for units that are as many as after every split. Of fully adjusted prices none: their dividends are in the
 * prices.
 */
export function loopActions(actions: readonly CorporateAction[], basis: PriceBasis): readonly CorporateAction[] {
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
