import type { CorporateAction } from "../../market/corporate-action.ts";
import type { RecordedInstrument } from "../../market/recorded-market.ts";
import { DAY_MS } from "../../time/civil-date.ts";
import type { Calendar } from "../../time/calendar.ts";
import { formatDate } from "../../time/instant.ts";
import { zoneOf } from "../../time/zone.ts";
import { fileError } from "../csv/file-error.ts";
import { timesLike } from "../csv/times.ts";
import { firstLine, plainTable, positionsOf, RoleRows, tableOf } from "./import-table.ts";
import type { ImportFile } from "./importer.ts";
import { calendarOfFile } from "./instrument-of.ts";
import { simpleRatio } from "./simple-ratio.ts";

const SPELLINGS = {
  date: ["date"],
  price: ["pricefactor"],
  split: ["splitfactor"],
  reference: ["referenceprice"],
} as const;
const NAMES = ["date", "price_factor", "split_factor", "reference_price"] as const;

/** How many days a market may rest between two sessions. */
const LONGEST_REST = 30;

/**
 * The splits and cash dividends that a factor file stands for. Each of its rows has a date, the last before an event; the factors by
 * which prices up to it are multiplied, for all dividends and all splits that come after; and the close of that date. So the cash is
 * that close times (1 − factor / next factor), in whole cents; a split's ratio is the quotient of two split factors; and both
 * take effect on the next session of the instrument's calendar.
 *
 * Throws DATA_FILE_INVALID for dates that do not rise and factors that are not above 0.
 */
export function factorActions(file: ImportFile, instrument: RecordedInstrument): readonly CorporateAction[] {
  const calendar = calendarOfFile(file, instrument);
  const named = /[a-z]/i.test(firstLine(file)[0] ?? "");
  const table = named ? tableOf(file) : plainTable(file, NAMES);
  const positions = positionsOf(table, SPELLINGS, ["date", "price", "split", "reference"]);
  const first = named ? "2000-01-01" : "20000101";
  const readers = {
    date: timesLike(first, zoneOf("UTC")),
    price: "number",
    split: "number",
    reference: "number",
  } as const;
  const rows = new RoleRows(table, positions, readers, (error) => {
    throw error;
  });
  const [date, price, split, reference] = (["date", "price", "split", "reference"] as const).map((role) =>
    rows.column(role),
  ) as [Float64Array, Float64Array, Float64Array, Float64Array];

  const actions: CorporateAction[] = [];
  for (let row = 0; row < rows.length; row++) {
    checkRow(file.file, rows.line(row), row, { date, price, split });
    if (row + 1 === rows.length) break;
    const exDate = (): number => nextSession(calendar, date[row]! / DAY_MS);
    const cash = Math.round(reference[row]! * (1 - price[row]! / price[row + 1]!) * 100) / 100;
    const { symbol, currency } = instrument;
    if (price[row] !== price[row + 1] && cash > 0)
      actions.push(Object.freeze({ symbol, kind: "dividend", exDate: exDate(), ratio: 1, cash, currency }));
    if (split[row] === split[row + 1]) continue;
    const ratio = simpleRatio(split[row + 1]! / split[row]!);
    actions.push(Object.freeze({ symbol, kind: "split", exDate: exDate(), ratio, cash: 0, currency }));
  }
  return actions;
}

function checkRow(
  file: string,
  line: number,
  row: number,
  { date, price, split }: Readonly<Record<"date" | "price" | "split", Float64Array>>,
): void {
  if (row > 0 && date[row]! <= date[row - 1]!) {
    const before = formatDate(date[row - 1]!);
    throw fileError(
      "DATA_FILE_INVALID",
      `${file}, line ${line}:`,
      `date must be after ${before}, was ${formatDate(date[row]!)}`,
      {
        file,
        line,
        column: "date",
        reason: "unsorted",
      },
    );
  }
  if (price[row]! > 0 && split[row]! > 0) return;
  throw fileError(
    "DATA_FILE_INVALID",
    `${file}, line ${line}:`,
    `factors must be above 0, were ${price[row]} and ${split[row]}`,
    {
      file,
      line,
      column: price[row]! > 0 ? "split_factor" : "price_factor",
      reason: "factor_not_above_zero",
    },
  );
}

/** The date of the first session after a day; the day after it where the calendar has none. */
function nextSession(calendar: Calendar, day: number): number {
  return calendar.sessions(day + 1, day + LONGEST_REST).date[0] ?? day + 1;
}
