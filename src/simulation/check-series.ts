import type { Bars } from "../market/bars.ts";
import type { Series } from "../market/market-data.ts";
import { checkBars, checkSpan, checkTimes } from "../market/validate-bars.ts";
import { checkOptions, type OptionNames } from "../primitives/check-options.ts";
import { shown } from "../primitives/check.ts";
import type { Column } from "../primitives/column.ts";
import { HindcastError } from "../primitives/errors.ts";
import { checkInterval } from "../time/interval.ts";

const sound = new WeakSet<Bars>();

const SERIES: OptionNames<Series> = {
  instrument: true,
  bars: true,
  calendar: true,
  zone: true,
  actions: true,
  priceBasis: true,
  reference: true,
  finer: true,
  sessions: true,
  quotes: true,
};

/** Checks a recorded series once, however many markets are made of it. Throws `BARS_INVALID`, and `SETTING_INVALID` for a field that a series does not have. */
export function checkSeries(series: Series): void {
  const { bars, quotes, sessions, finer, reference } = series;
  const { symbol } = series.instrument;
  checkOptions(`series ${symbol}`, series, SERIES);
  if (sound.has(bars)) return;
  if (bars?.time === undefined || typeof bars.slice !== "function") {
    const made = 'Bars, such as new Bars("1d", { time, open, high, low, close, volume }) makes';
    throw new HindcastError("BARS_INVALID", `bars of ${symbol} must be ${made}, was ${shown(bars)}`, { symbol });
  }
  checkInterval(bars.interval);
  checkBars(bars, (row) => ({ text: `bar ${row} of ${symbol}`, details: { symbol } }));
  // Those of quotes alone go from one to the next, however near they are.
  if (quotes === undefined) checkSpan(bars, `bars of ${symbol}`);
  const others = {
    "bar of finer": finer?.time,
    "bar of reference": reference?.time,
    "time of quotes": quotes?.time,
    "sessionOpen of quotes": quotes?.sessionOpen,
    "sessionClose of quotes": quotes?.sessionClose,
    "open of sessions": sessions?.open,
    "close of sessions": sessions?.close,
  };
  checkLengths(symbol, "quotes", "bars", bars.length, { time: quotes?.time, bid: quotes?.bid, ask: quotes?.ask });
  checkLengths(symbol, "quotes", "sessionOpen", quotes?.sessionOpen.length, { sessionClose: quotes?.sessionClose });
  const { open, close, extendedOpen, extendedClose } = sessions ?? {};
  checkLengths(symbol, "sessions", "open", open?.length, { close });
  checkLengths(symbol, "sessions", "extendedOpen", extendedOpen?.length, { extendedClose });
  for (const [name, time] of Object.entries(others))
    if (time !== undefined) checkTimes(time, (row) => ({ text: `${name} ${row} of ${symbol}`, details: { symbol } }));
  sound.add(bars);
}

/** Columns that are read next to another, index by index. Throws `BARS_INVALID` for one of another length. */
function checkLengths(
  symbol: string,
  of: string,
  other: string,
  length: number | undefined,
  columns: Readonly<Record<string, Column | undefined>>,
): void {
  for (const [name, column] of Object.entries(columns)) {
    const was = column?.length;
    if (was === undefined || was === length) continue;
    const message = `${name} of the ${of} of ${symbol} must be as long as ${other}, ${length}, was ${was}`;
    throw new HindcastError("BARS_INVALID", message, { symbol, column: name, length: was, mustBe: length });
  }
}
