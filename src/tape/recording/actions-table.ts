import type { CorporateAction } from "../../market/corporate-action.ts";
import { DAY_MS } from "../../time/interval.ts";
import type { LinesKind } from "./json-lines.ts";
import type { RecordReader } from "./record-reader.ts";

/** A row of the corporate actions. */
function readAction(row: RecordReader): CorporateAction {
  const kind = row.oneOf("kind", ["split", "dividend", "delisting"]);
  const exDate = row.number("exDate");
  if (!Number.isSafeInteger(exDate)) row.refuse("exDate", "a whole number of days since 1970-01-01", exDate);
  const ratio = row.positive("ratio");
  if (kind !== "split" && ratio !== 1) row.refuse("ratio", `1 for a ${kind}`, ratio);
  const cash = row.number("cash", 0);
  if (kind !== "dividend" && cash !== 0) row.refuse("cash", `0 for a ${kind}`, cash);
  const price = kind === "delisting" ? row.optional("price", () => row.number("price", 0)) : undefined;
  const action = { symbol: row.word("symbol"), kind, exDate, ratio, cash, currency: row.word("currency") };
  return price === undefined ? action : { ...action, price };
}

export const ACTIONS: LinesKind<CorporateAction> = {
  kind: "actions",
  read: readAction,
  timeOf: ({ exDate }) => exDate * DAY_MS,
};
