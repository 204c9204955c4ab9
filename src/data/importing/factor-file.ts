import type { CorporateAction } from "../../market/corporate-action.ts";
import type { RecordedInstrument } from "../../market/recorded-market.ts";
import type { HindcastError } from "../../primitives/errors.ts";
import { DAY_MS } from "../../time/civil-date.ts";
import type { Calendar } from "../../time/calendar.ts";
import { formatDate } from "../../time/instant.ts";
import { zoneOf } from "../../time/zone.ts";
import { invalidFile } from "../file-error.ts";
import { dateReaderFor } from "../csv/times.ts";
import { firstLine, tableWithoutHeader, positionsOf, RoleRows, tableWithHeader } from "./import-table.ts";
import type { ImportFile } from "./importer.ts";
import { shortestCash } from "./shortest-cash.ts";
import { calendarOfFile } from "./instrument-of.ts";

/** Largest denominator of a split ratio. */
const LARGEST_DENOMINATOR = 100;
/** Largest error of a factor that LEAN rounds to seven digits, before and after a dividend. */
const FACTOR_ROUNDING = 2e-7;
/** Largest negative dividend, in the currency, that rounded factors may show. */
const LARGEST_FALL = 0.005;
/** Relative tolerance of a split ratio, since LEAN's files write factors with as few as six digits. */
const TOLERANCE = 1e-5;

/**
 * Returns the split ratio for a quotient of rounded factors: the fraction with the smallest denominator within the tolerance, such as 2 for
 * 1.99999552 and 2/3 for 0.66666. If there is no such fraction, returns the quotient rounded to six digits.
 */
export function splitRatio(quotient: number): number {
  for (let denominator = 1; denominator <= LARGEST_DENOMINATOR; denominator++) {
    const numerator = Math.round(quotient * denominator);
    if (numerator > 0 && Math.abs(numerator / denominator / quotient - 1) <= TOLERANCE) return numerator / denominator;
  }
  return Number(quotient.toPrecision(6));
}

const SPELLINGS = {
  date: ["date"],
  price: ["pricefactor"],
  split: ["splitfactor"],
  reference: ["referenceprice"],
} as const;
const NAMES = ["date", "price_factor", "split_factor", "reference_price"] as const;

/** Largest number of days to search for the next session. */
const LONGEST_CLOSURE = 30;

/** Corporate actions derived from a factor file, and notes on how they were derived. */
interface FactorActions {
  readonly actions: readonly CorporateAction[];
  readonly notes: readonly string[];
}

/**
 * Derives splits and cash dividends from a factor file. A row has the last date before an event, the factors of all later dividends and
 * splits, and the close of that date. The cash is close × (1 − factor ÷ next factor), with the fewest decimals that keep the factor within
 * its rounding: prices adjusted by these dividends agree with the file's factors. The split ratio is the quotient of the two split factors.
 * Both take effect on the next session of the instrument's calendar.
 *
 * Throws `DATA_FILE_INVALID` for dates that do not rise, factors that are not above 0, and dividends whose cash cannot be computed.
 */
export function actionsOfFactorFile(file: ImportFile, instrument: RecordedInstrument): FactorActions {
  const calendar = calendarOfFile(file, instrument);
  const rows = rowsOf(file);
  const [date, price, split] = [rows.column("date"), rows.column("price"), rows.column("split")];
  const { symbol, currency } = instrument;
  const found: CorporateAction[][] = [];
  const withinRounding: number[] = [];
  // Walks back from the last row with the factor that the dividends found so far give, so that rounding never adds up.
  let factor = price[rows.length - 1]!;
  for (let row = rows.length - 2; row >= 0; row--) {
    const actions: CorporateAction[] = [];
    const exDate = (): number => nextSession(calendar, date[row]! / DAY_MS);
    if (price[row] !== price[row + 1]) {
      const reference = referenceOf(file.file, rows, row);
      const cash = shortestCash(reference * (1 - price[row]! / factor), (reference * FACTOR_ROUNDING) / factor);
      if (cash > 0) {
        actions.push(Object.freeze({ symbol, kind: "dividend", exDate: exDate(), ratio: 1, cash, currency }));
        factor *= 1 - cash / reference;
      } else withinRounding.push(date[row]!);
    }
    if (split[row] !== split[row + 1]) {
      const ratio = splitRatio(split[row + 1]! / split[row]!);
      actions.push(Object.freeze({ symbol, kind: "split", exDate: exDate(), ratio, cash: 0, currency }));
    }
    found.push(actions);
  }
  const notes = [
    `${symbol}: ex-dates and dividends are derived from LEAN's factors; a dividend has the fewest decimals that give its factor.`,
  ];
  if (withinRounding.length > 0) {
    const first = formatDate(withinRounding.at(-1)!);
    notes.push(
      `${symbol}: price factor changes within the rounding of factors, which are not read as dividends: ${withinRounding.length}, the first after ${first}.`,
    );
  }
  return { actions: found.toReversed().flat(), notes };
}

type FactorRows = RoleRows<keyof typeof SPELLINGS>;

function rowsOf(file: ImportFile): FactorRows {
  const hasHeader = /[a-z]/i.test(firstLine(file)[0] ?? "");
  const table = hasHeader ? tableWithHeader(file) : tableWithoutHeader(file, NAMES);
  const positions = positionsOf(table, SPELLINGS, ["date", "price", "split", "reference"]);
  const first = hasHeader ? "2000-01-01" : "20000101";
  const readers = { date: dateReaderFor(first, zoneOf("UTC")) };
  const rows = new RoleRows(table, positions, readers, (error) => {
    throw error;
  });
  for (let row = 0; row < rows.length; row++) checkRow(file.file, rows, row);
  return rows;
}

function checkRow(file: string, rows: FactorRows, row: number): void {
  const [date, price, split] = [rows.column("date"), rows.column("price"), rows.column("split")];
  if (row > 0 && date[row]! <= date[row - 1]!) {
    const message = `date must be after ${formatDate(date[row - 1]!)}, was ${formatDate(date[row]!)}`;
    throw rowError(file, rows.line(row), ["date", "unsorted", message]);
  }
  if (price[row]! > 0 && split[row]! > 0) return;
  const column = price[row]! > 0 ? "split_factor" : "price_factor";
  const message = `price_factor and split_factor must be above 0, were ${price[row]} and ${split[row]}`;
  throw rowError(file, rows.line(row), [column, "factor_not_above_zero", message]);
}

/** Returns the close before a dividend. Throws `DATA_FILE_INVALID` unless it is above 0 and the factor rises after it. */
function referenceOf(file: string, rows: FactorRows, row: number): number {
  const [price, reference] = [rows.column("price"), rows.column("reference")[row]!];
  const [factor, nextFactor] = [price[row]!, price[row + 1]!];
  if (!(reference > 0)) {
    const message = `reference_price must be above 0 before a change of price_factor, was ${reference}`;
    throw rowError(file, rows.line(row), ["reference_price", "reference_not_above_zero", message]);
  }
  if (reference * (1 - factor / nextFactor) >= -LARGEST_FALL) return reference;
  const message = `price_factor must not be above that of the next row, was ${factor} above ${nextFactor}`;
  throw rowError(file, rows.line(row), ["price_factor", "factor_falls", message]);
}

function rowError(
  file: string,
  line: number,
  [column, reason, message]: readonly [column: string, reason: string, message: string],
): HindcastError {
  return invalidFile(`${file}, line ${line}:`, message, { file, line, column, reason });
}

/** Returns the date of the first session after a day; the next day if the calendar has none. */
function nextSession(calendar: Calendar, day: number): number {
  return calendar.sessions(day + 1, day + LONGEST_CLOSURE).date[0] ?? day + 1;
}
