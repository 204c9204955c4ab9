import type { Column } from "../../primitives/column.ts";
import type { BarColumns } from "../../market/bars.ts";
import { checkBars } from "../../market/validate-bars.ts";
import { fileError } from "../csv/file-error.ts";
import { rangeOf } from "../recording/time-range.ts";
import { type BarTable, type RowChoice, rowsWhere } from "./bar-table.ts";
import { BAR_NUMBERS, type BarPart } from "./layout.ts";
import { quotedName } from "./quoted-name.ts";

/**
 * The bars of one series in order of their times, checked; in memory of their own, which threads can share if asked. A table has no order: rows that
 * are not stored in order of time are put in order. Throws DATA_FILE_INVALID, BARS_INVALID.
 */
export async function readBars(table: BarTable, choice: RowChoice, shared: boolean): Promise<BarColumns> {
  const { layout, database } = table;
  const parts = BAR_NUMBERS.filter((part) => layout[part] !== undefined);
  const allocate = shared ? sharedColumn : ownColumn;
  const stored = await readSorted(table, choice, parts, allocate);
  const own = withinRange(stored, choice, allocate);
  const column = (part: BarPart): Column | undefined => own[(parts as readonly BarPart[]).indexOf(part) + 1];
  const bars = {
    time: own[0]!,
    open: column("open")!,
    high: column("high")!,
    low: column("low")!,
    close: column("close")!,
    volume: layout.volume === undefined ? allocate(own[0]!.length) : column("volume")!,
    adjClose: layout.adjClose === undefined ? undefined : column("adjClose"),
  };
  const { symbol, interval } = choice;
  checkBars(bars, (row) => ({
    text: `${database.place}, ${symbol}, bar ${row}`,
    details: { file: database.place, symbol, interval },
  }));
  return bars;
}

/** The times of the bars of one series, in order. Throws DATA_FILE_INVALID. */
export async function readTimes(table: BarTable, choice: RowChoice): Promise<Column> {
  return (await readSorted(table, choice, [], ownColumn))[0]!;
}

type Allocate = (rows: number) => Column;

const ownColumn: Allocate = (rows) => new Float64Array(rows);
const sharedColumn: Allocate = (rows) => new Float64Array(new SharedArrayBuffer(8 * rows));

/** Rows stored in order are the rule, and sorting takes longer than reading: it is asked for only where they are not. */
async function readSorted(
  table: BarTable,
  choice: RowChoice,
  parts: readonly BarPart[],
  allocate: Allocate,
): Promise<readonly Column[]> {
  const stored = await readRows(table, choice, parts, "", allocate);
  if (neverFalls(stored[0]!)) return stored;
  return readRows(table, choice, parts, ` ORDER BY ${quotedName(table.layout.time)}`, allocate);
}

async function readRows(
  table: BarTable,
  choice: RowChoice,
  parts: readonly BarPart[],
  order: string,
  allocate: Allocate,
): Promise<readonly Column[]> {
  const { database, from, layout, time } = table;
  const prices = parts.map((part) => `coalesce(CAST(${quotedName(layout[part]!)} AS DOUBLE), 'NaN'::DOUBLE)`);
  const where = rowsWhere(table, choice);
  const sql = `SELECT ${[time.expression, ...prices].join(", ")} FROM ${from} WHERE ${where.sql}${order}`;
  const columns = await database.columns({ sql, values: where.values }, allocate);
  toInstants(table, choice, columns[0]!);
  return columns;
}

/** Without the rows around the range that a column of times may have had to give with it. */
function withinRange(columns: readonly Column[], { from, to }: RowChoice, allocate: Allocate): readonly Column[] {
  const { start, end } = rangeOf(columns[0]!, from, to);
  if (start === 0 && end === columns[0]!.length) return columns;
  return columns.map((column) => {
    const within = allocate(end - start);
    within.set(column.subarray(start, end));
    return within;
  });
}

function toInstants({ database, layout, time }: BarTable, { symbol }: RowChoice, column: Column): void {
  for (let row = 0; row < column.length; row++) {
    const value = column[row]!;
    const instant = time.instant(value);
    if (Number.isNaN(instant)) {
      const was = Number.isNaN(value) ? "NULL" : value;
      const place = `column ${layout.time}, ${symbol}, row ${row}`;
      const details = { symbol, row, column: layout.time, mustBe: time.mustBe, was };
      throw fileError("DATA_FILE_INVALID", database.place, `${place}: must be ${time.mustBe}, was ${was}`, details);
    }
    column[row] = instant;
  }
}

function neverFalls(time: Column): boolean {
  for (let row = 1; row < time.length; row++) if (time[row]! < time[row - 1]!) return false;
  return true;
}
