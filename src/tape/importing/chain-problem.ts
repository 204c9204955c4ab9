import { DAY_MS } from "../../time/civil-date.ts";
import { formatDate } from "../../time/instant.ts";
import type { ChainRole } from "./chain-spellings.ts";
import type { RoleRows } from "./import-table.ts";

/** What can be below 0 in no market. */
const NOT_NEGATIVE = ["last", "bid", "ask", "volume", "openInterest", "impliedVolatility"] as const;

/** What is wrong with a contract in a snapshot of a day (since 1970-01-01): the field, a word to count by, what must hold and what it was. */
export function chainProblem(
  rows: RoleRows<ChainRole>,
  row: number,
  day: number,
): readonly [field: string, reason: string, message: string] | undefined {
  const strike = rows.column("strike")[row]!;
  const expiration = rows.column("expiration")[row]!;
  const delta = rows.optional("delta")?.[row] ?? NaN;
  if (strike <= 0) return ["strike", "strike_not_above_zero", `strike must be above 0, was ${strike}`];
  if (expiration < day * DAY_MS) {
    const message = `expiration must not be past on the day of the snapshot, ${formatDate(day * DAY_MS)}, was ${formatDate(expiration)}`;
    return ["expiration", "expired", message];
  }
  for (const field of NOT_NEGATIVE) {
    const value = rows.optional(field)?.[row] ?? NaN;
    if (value < 0)
      return [
        field,
        `negative_${field === "volume" ? "volume" : "value"}`,
        `${field} must not be negative, was ${value}`,
      ];
  }
  if (Math.abs(delta) > 1) return ["delta", "delta_outside", `delta must be from -1 to 1, was ${delta}`];
  return undefined;
}
