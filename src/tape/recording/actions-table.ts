import type { CorporateAction } from "../../market/corporate-action.ts";
import { DAY_MS } from "../../time/interval.ts";
import type { LinesKind } from "./json-lines.ts";
import type { RecordReader } from "./record-reader.ts";

/** A row of the corporate actions. */
function readAction(row: RecordReader): CorporateAction {
  const kind = row.oneOf("kind", ["split", "dividend"]);
  const exDate = row.number("exDate");
  if (!Number.isSafeInteger(exDate)) row.refuse("exDate", "a whole number of days since 1970-01-01", exDate);
  const ratio = row.positive("ratio");
  if (kind === "dividend" && ratio !== 1) row.refuse("ratio", "1 for a dividend", ratio);
  const cash = row.number("cash", 0);
  if (kind === "split" && cash !== 0) row.refuse("cash", "0 for a split", cash);
  return { symbol: row.word("symbol"), kind, exDate, ratio, cash, currency: row.word("currency") };
}

export const ACTIONS: LinesKind<CorporateAction> = {
  kind: "actions",
  read: readAction,
  timeOf: ({ exDate }) => exDate * DAY_MS,
};
