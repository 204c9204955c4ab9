import { shown } from "../../primitives/check.ts";
import { inferInterval } from "../../time/infer-interval.ts";
import { INTERVALS, type Interval, isInterval } from "../../time/interval.ts";
import { fileError } from "../csv/file-error.ts";
import type { BarTable } from "./bar-table.ts";
import { quotedName } from "./quoted-name.ts";
import { readTimes } from "./read-bars.ts";

/** What a table has of one symbol. */
export interface RecordedSeries {
  readonly symbol: string;
  /** None where the table has no column of intervals. */
  readonly intervals: readonly Interval[];
  /** First and last instant. */
  readonly first: number;
  readonly last: number;
}

/** The symbols and intervals of a table. To find them all of it is looked through, so they are asked for once and kept. */
export class SeriesList {
  /** The interval of every bar, for a table that does not say it. */
  readonly given: Interval | undefined;
  readonly #table: BarTable;
  readonly #usual = new Map<string, Promise<Interval | undefined>>();
  #all: Promise<readonly RecordedSeries[]> | undefined;

  constructor(table: BarTable, given: Interval | undefined) {
    this.#table = table;
    this.given = given;
  }

  /** In alphabetical order. Throws DATA_FILE_INVALID. */
  all(): Promise<readonly RecordedSeries[]> {
    this.#all ??= listed(this.#table);
    return this.#all;
  }

  /** From short to long. Throws INTERVAL_UNKNOWN, DATA_FILE_INVALID. */
  async intervals({ symbol, intervals }: RecordedSeries): Promise<readonly Interval[]> {
    const only = await this.onlyInterval(symbol);
    return only === undefined ? intervals : [only];
  }

  /**
   * The interval of a symbol's bars in a table that does not say it: the given one, else the usual step between them. Undefined in a table that has a
   * column of intervals, and for a symbol that it does not have. Throws INTERVAL_UNKNOWN, DATA_FILE_INVALID.
   */
  async onlyInterval(symbol: string): Promise<Interval | undefined> {
    if (this.given !== undefined || this.#table.layout.interval !== undefined) return this.given;
    let usual = this.#usual.get(symbol);
    if (usual === undefined) {
      usual = usualInterval(this.#table, symbol);
      this.#usual.set(symbol, usual);
    }
    return usual;
  }
}

async function usualInterval(table: BarTable, symbol: string): Promise<Interval | undefined> {
  const time = await readTimes(table, { symbol, interval: undefined, from: -Infinity, to: Infinity });
  return time.length === 0 ? undefined : inferInterval(time);
}

async function listed({ database, from, values, layout, time }: BarTable): Promise<readonly RecordedSeries[]> {
  const interval = layout.interval === undefined ? "NULL" : `CAST(${quotedName(layout.interval)} AS VARCHAR)`;
  const rows = await database.rows({
    sql: `SELECT CAST(${quotedName(layout.symbol)} AS VARCHAR), ${interval}, min(${time.expression}), max(${time.expression})
          FROM ${from} GROUP BY 1, 2`,
    values,
  });
  const series = new Map<string, { intervals: Set<Interval>; first: number; last: number }>();
  for (const [symbol, of, first, last] of rows) {
    if (typeof symbol !== "string" || symbol === "") throw badCell(database.place, layout.symbol, "a symbol", symbol);
    if (layout.interval !== undefined && !isInterval(of))
      throw badCell(database.place, layout.interval, `one of ${INTERVALS.join(", ")}`, of);
    const known = series.get(symbol) ?? { intervals: new Set(), first: Infinity, last: -Infinity };
    if (isInterval(of)) known.intervals.add(of);
    known.first = Math.min(known.first, time.instant(Number(first)));
    known.last = Math.max(known.last, time.instant(Number(last)));
    series.set(symbol, known);
  }
  return [...series]
    .map(([symbol, { intervals, first, last }]) => ({
      symbol,
      intervals: INTERVALS.filter((one) => intervals.has(one)),
      first,
      last,
    }))
    .toSorted((a, b) => (a.symbol < b.symbol ? -1 : 1));
}

function badCell(place: string, column: string, mustBe: string, was: unknown): Error {
  const found = was === null ? "NULL" : shown(was);
  return fileError("DATA_FILE_INVALID", place, `must have ${mustBe} in every row of ${column}, has ${found}`, {
    column,
    mustBe,
    was,
  });
}
