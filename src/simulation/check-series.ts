import type { ColumnSeries, Series } from "../market/market-data.ts";
import { checkBars, checkSpan, checkTimes } from "../market/validate-bars.ts";
import { checkOptions, type OptionNames } from "../primitives/check-options.ts";
import { formatValue } from "../primitives/check.ts";
import { type Column, toColumn, type Numbers, type NumbersOf } from "../primitives/column.ts";
import { HindcastError } from "../primitives/errors.ts";
import { withoutUndefined, mapValues } from "../primitives/record-helpers.ts";
import { checkInterval } from "../time/interval.ts";

/** Bars and time columns that passed the checks before. */
const passed = new WeakSet<object>();

const SERIES: OptionNames<Series> = {
  instrument: true,
  bars: true,
  columns: true,
  calendar: true,
  zone: true,
  actions: true,
  priceBasis: true,
  reference: true,
  finer: true,
  sessions: true,
  quotes: true,
};

/**
 * Returns a recorded series with its lists as columns. Each series is checked once, however many markets use it. Throws
 * `BARS_INVALID`, and `SETTING_INVALID` for an unknown field of a series.
 */
export function checkedSeries(recorded: Series): ColumnSeries {
  const { symbol } = recorded.instrument;
  checkOptions(`series ${symbol}`, recorded, SERIES);
  const series = columnSeries(recorded);
  const { bars, quotes, sessions, finer, reference } = series;
  if (bars?.time === undefined || typeof bars.slice !== "function") {
    const made = 'Bars, such as new Bars("1d", { time, open, high, low, close, volume })';
    throw new HindcastError("BARS_INVALID", `bars of ${symbol} must be ${made}, was ${formatValue(bars)}`, { symbol });
  }
  if (!passed.has(bars)) {
    checkInterval(bars.interval);
    checkBars(bars, (row) => ({ text: `bar ${row} of ${symbol}`, details: { symbol } }));
    // Bars between quotes may have any length.
    if (quotes === undefined) checkSpan(bars, `bars of ${symbol}`);
    passed.add(bars);
  }
  const others = {
    "bar of finer": finer?.time,
    "bar of reference": reference?.time,
    "time of quotes": quotes?.time,
    "sessionOpen of quotes": quotes?.sessionOpen,
    "sessionClose of quotes": quotes?.sessionClose,
    "open of sessions": sessions?.open,
    "close of sessions": sessions?.close,
  };
  checkLengths(symbol, "columns", "bars", bars.length, series.columns ?? {});
  checkLengths(symbol, "quotes", "bars", bars.length, { time: quotes?.time, bid: quotes?.bid, ask: quotes?.ask });
  checkLengths(symbol, "quotes", "sessionOpen", quotes?.sessionOpen.length, { sessionClose: quotes?.sessionClose });
  const { open, close, extendedOpen, extendedClose } = sessions ?? {};
  checkLengths(symbol, "sessions", "open", open?.length, { close });
  checkLengths(symbol, "sessions", "extendedOpen", extendedOpen?.length, { extendedClose });
  for (const [name, time] of Object.entries(others)) {
    if (time === undefined || passed.has(time)) continue;
    checkTimes(time, (row) => ({ text: `${name} ${row} of ${symbol}`, details: { symbol } }));
    passed.add(time);
  }
  return series;
}

function isList(values: unknown): boolean {
  return !(values instanceof Float64Array);
}

/** Returns a series with its lists as columns, or the same object if it has no lists. */
export function columnSeries(series: Series): ColumnSeries {
  const { instrument, columns: own, quotes, sessions } = series;
  const listed = [own, quotes, sessions].some(
    (columns) => columns !== undefined && Object.values<unknown>(withoutUndefined(columns)).some(isList),
  );
  if (!listed) return series as ColumnSeries;
  const invalid = (what: string, mustBe: string, was: unknown) =>
    new HindcastError("BARS_INVALID", `${what} of ${instrument.symbol} must be ${mustBe}, was ${formatValue(was)}`, {
      was,
    });
  const columns = <Columns>(name: string, numbers: NumbersOf<Columns> | undefined) =>
    numbers &&
    (mapValues(withoutUndefined(numbers) as Record<string, Numbers>, (values, column) =>
      toColumn(`${name}.${column}`, values, invalid),
    ) as Columns);
  return {
    ...series,
    columns: columns("columns", own),
    quotes: columns("quotes", quotes),
    sessions: columns("sessions", sessions),
  };
}

/** Checks that columns of one table have equal lengths. Throws `BARS_INVALID`. */
function checkLengths(
  symbol: string,
  owner: string,
  other: string,
  length: number | undefined,
  columns: Readonly<Record<string, Column | undefined>>,
): void {
  for (const [name, column] of Object.entries(columns)) {
    const was = column?.length;
    if (was === undefined || was === length) continue;
    const message = `${name} of the ${owner} of ${symbol} must be as long as ${other}, ${length}, was ${was}`;
    throw new HindcastError("BARS_INVALID", message, { symbol, column: name, length: was, mustBe: length });
  }
}
