import type { RecordedInstrument, RecordedMarket, RecordedSeries } from "../../market/recorded-market.ts";
import { isSymbol, SYMBOL_RULE } from "../../market/symbol.ts";
import { checkOptions } from "../../primitives/check-options.ts";
import { checkInteger, formatValue, parameterError } from "../../primitives/check.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { daysInMonth, DAY_MS } from "../../time/civil-date.ts";
import { formatDate, formatInstant, parseInstant } from "../../time/instant.ts";
import {
  checkInterval,
  type Interval,
  intervalEnd,
  isDailyOrLonger,
  isSameInterval,
  nameAmong,
} from "../../time/interval.ts";
import { endOfNamed, namedTime } from "../../time/named-time.ts";
import { textBytes } from "../csv/cell.ts";
import {
  checkOrigin,
  type Imported,
  mergeParts,
  type NamedPart,
  type RecordingTexts,
} from "../importing/import-market.ts";
import type { ImportedPart, ImportFile, ImportSettings } from "../importing/importer.ts";
import { Refusals } from "../importing/refusals.ts";
import { type NamedSource, sourceOf } from "../sources/catalog.ts";
import { WebClient, type WebOptions } from "./web-client.ts";

/** What to fetch, and how. */
export interface FetchRequest extends RecordingTexts {
  /** Source: `binance`, `yahoo`, `alpaca`, `stooq`, or `ccxt:` and an exchange, such as `ccxt:kraken`. */
  readonly source: string;
  /** Symbols as the source writes them, such as `BTC/USDT`; at least one. */
  readonly symbols: readonly string[];
  /** Interval of the bars. Default: `1d`. */
  readonly interval?: Interval;
  /**
   * First bar: a year, a month, a date in the zone of the exchange, an ISO instant or epoch milliseconds. Default: the first one recorded,
   * else the first that the source has.
   */
  readonly from?: string | number;
  /** Last bar, inclusive, in the same forms. Default: the last complete one. */
  readonly to?: string | number;
  /** Current time, such as `Date.now()`. A bar that ends later is not complete, and is left out. */
  readonly now: number;
  /** Properties of the instruments, and whether bad rows are left out. */
  readonly settings?: Pick<ImportSettings, "instrument" | "skipBadRows" | "anyPrice">;
  /** Market to fetch into: only missing bars are downloaded. Default: a new market. */
  readonly into?: RecordedMarket;
  /** Whether recorded bars of the same symbol and interval are replaced. Default: false. */
  readonly replace?: boolean;
  /** Variables that contain API keys, such as `process.env`. */
  readonly keys?: Readonly<Record<string, string | undefined>>;
  /** How the source is reached. */
  readonly web?: WebOptions;
  /** Stops the download. */
  readonly signal?: AbortSignal;
  /** Called after each answer with the fraction done, from 0 to 1, and a function that returns the market so far. */
  readonly onProgress?: (done: number, soFar: () => Imported) => void | Promise<void>;
}

const MEMBERS: Readonly<Record<keyof FetchRequest, true>> = {
  source: true,
  symbols: true,
  interval: true,
  from: true,
  to: true,
  now: true,
  settings: true,
  into: true,
  replace: true,
  keys: true,
  web: true,
  signal: true,
  onProgress: true,
  name: true,
  description: true,
  licence: true,
  mainCalendar: true,
};

/**
 * Downloads bars of a source into a market in memory; nothing is written. With `into`, continues after the last recorded bar, and downloads
 * what is missing before the first one. Prices that the source adjusts again after each split or dividend are downloaded as a whole. A bar
 * that is not complete is left out.
 *
 * Failed requests are repeated. Throws `SOURCE_UNAVAILABLE` if the source cannot be reached or gives something else than bars,
 * `SOURCE_REFUSED` if it rejects the request, `SYMBOL_UNKNOWN`, `INTERVAL_UNAVAILABLE`, `DATE_INVALID`, `DATE_RANGE_EMPTY` if there are no
 * bars, `PACKAGE_MISSING`, `PARAMETER_OUT_OF_RANGE` for an unknown source, and `IMPORT_REFUSED` for bad rows and for bars that do not fit the
 * recorded ones.
 *
 * @example
 * const { market } = await fetchMarket({ source: "binance", symbols: ["BTC/USDT"], interval: "1h", from: "2023", now: Date.now() });
 * await writeRecording("btc", market);
 */
export async function fetchMarket(request: FetchRequest): Promise<Imported> {
  checkOptions("fetchMarket", request, MEMBERS);
  const { symbols, now, web: webOptions = {}, signal, onProgress } = request;
  checkInteger("now", now, 0);
  checkOrigin(request.into);
  if (symbols.length === 0) throw parameterError("symbols", "a list of at least one symbol", symbols);
  const named = sourceOf(request.source);
  const interval = intervalOf(named, request);
  const web = new WebClient(request.source, named.source.pauseMs, webOptions, signal);
  const refusals = new Refusals();
  const parts: NamedPart[] = [];
  const soFar = (): Imported => merged(request, named, interval, parts, refusals);
  for (const [at, symbol] of symbols.entries()) {
    const plan = planOf(request, named, interval, symbol);
    const baseUrl = (webOptions.baseUrl ?? named.source.baseUrl)?.replace(/\/+$/, "");
    const file = (text: string): ImportFile =>
      answerFile(`${request.source} ${symbol}`, plan.symbol, text, request, refusals);
    for (const range of plan.ranges) {
      const pending: NamedPart[] = [];
      const download = named.source.download({
        symbol,
        interval,
        sourceInterval: named.source.intervals[interval]!,
        from: range.from,
        to: range.to,
        now,
        argument: named.argument,
        baseUrl,
        web,
        keys: request.keys ?? {},
        file,
      });
      for await (const part of download) {
        if (plan.recorded !== undefined && named.source.restates && !range.whole)
          checkSplits(request, plan.recorded, part);
        (range.whole ? pending : parts).push({ file: `${request.source} ${symbol}`, part: cut(part, range, request) });
        const last = part.series?.at(-1)?.bars.time.at(-1) ?? range.from;
        const share = Math.min(1, Math.max(0, (last - range.from) / Math.max(1, range.to - range.from)));
        await onProgress?.((at + share) / symbols.length, soFar);
        signal?.throwIfAborted();
      }
      parts.push(...pending);
    }
    if (plan.recorded === undefined) checkNotEmpty(request, interval, plan.symbol, parts);
    await onProgress?.((at + 1) / symbols.length, soFar);
  }
  return soFar();
}

/** A range to download. */
interface Range {
  readonly from: number;
  readonly to: number;
  /** Whether its bars are of use only once all are there. */
  readonly whole: boolean;
}

interface Plan {
  /** Symbol in the recording. */
  readonly symbol: string;
  readonly recorded: RecordedSeries | undefined;
  readonly ranges: readonly Range[];
}

/** Number of bars before the recorded ones that are downloaded at a time, the latest first, so that the recorded bars never have a gap. */
const BARS_BEFORE = 20_000;

/** Returns the requested interval by the source's name of it, such as `1h` for `60m`. Throws `INTERVAL_UNKNOWN` and `INTERVAL_UNAVAILABLE`. */
function intervalOf({ source }: NamedSource, request: FetchRequest): Interval {
  const interval = checkInterval(request.interval ?? "1d");
  const known = Object.keys(source.intervals) as Interval[];
  const found = nameAmong(known, interval);
  if (found !== undefined) return found;
  const message = `${request.source} has no bars of ${interval}; it has ${known.join(", ")}`;
  throw new HindcastError("INTERVAL_UNAVAILABLE", message, { interval, known });
}

/** Decides which ranges of a symbol to download. */
function planOf(request: FetchRequest, { source }: NamedSource, interval: Interval, written: string): Plan {
  const { into, now, replace = false } = request;
  const symbol = source.recordedSymbol(written);
  if (!isSymbol(symbol)) {
    const message = `a symbol in a recording has ${SYMBOL_RULE}, was ${formatValue(symbol)}`;
    throw new HindcastError("SYMBOL_UNKNOWN", message, { symbol });
  }
  const recorded = into?.series.find(
    ({ symbol: other, bars }) => other === symbol && isSameInterval(bars.interval, interval),
  );
  const zone = into?.instruments.find((instrument) => instrument.symbol === symbol)?.zone;
  const asked = span(request, zone ?? "UTC");
  // Days of a zone that is not known yet may begin earlier and end later than those of UTC.
  const margin = zone === undefined ? DAY_MS : 0;
  const to = Math.min(asked.to + margin, now);
  if (recorded === undefined || replace) {
    const from = asked.from === undefined ? source.earliest(interval, now) : asked.from - margin;
    if (from === undefined)
      throw parameterError(
        "from",
        `the start of the download, which ${request.source} requires, such as 2023-01-01`,
        undefined,
      );
    return { symbol, recorded, ranges: [{ from, to, whole: recorded !== undefined }] };
  }
  const [first, end] = [recorded.bars.time[0]!, intervalEnd(interval, recorded.bars.time.at(-1)!, zone)];
  const from = Math.min(asked.from ?? first, first);
  if (source.restates && isDailyOrLonger(interval))
    return { symbol, recorded, ranges: [{ from, to: Math.max(to, end), whole: true }] };
  const ranges: Range[] = end < to ? [{ from: end, to, whole: false }] : [];
  const step = BARS_BEFORE * (intervalEnd(interval, 0) - 0);
  for (let before = first; before > from; before -= step)
    ranges.push({ from: Math.max(from, before - step), to: before, whole: true });
  return { symbol, recorded, ranges };
}

/** Start and exclusive end that the request asks for, in a zone. */
function span({ from, to }: FetchRequest, zone: string): { readonly from: number | undefined; readonly to: number } {
  return {
    from: typeof from === "string" ? namedTime("from", () => parseInstant(wholeDate(from, "first"), zone)) : from,
    to: typeof to === "string" ? namedTime("to", () => endOfNamed(wholeDate(to, "last"), zone)) : (to ?? Infinity) + 1,
  };
}

/** Completes `2023` and `2023-05` to their first or last date. */
function wholeDate(text: string, which: "first" | "last"): string {
  const [, year, month] = /^(\d{4})(?:-(0[1-9]|1[0-2]))?$/.exec(text) ?? [];
  if (year === undefined) return text;
  if (which === "first") return `${year}-${month ?? "01"}-01`;
  return `${year}-${month ?? "12"}-${daysInMonth(Number(year), Number(month ?? 12))}`;
}

/** Removes bars outside the range, and bars that are not complete. */
function cut(part: ImportedPart, range: Range, request: FetchRequest): ImportedPart {
  const series = (part.series ?? []).map(({ symbol, bars }): RecordedSeries => {
    const zone = part.instruments.find((instrument) => instrument.symbol === symbol)?.zone ?? "UTC";
    const asked = span(request, zone);
    // A range may be wider than the request: it then restates recorded bars.
    const from = range.whole ? range.from : Math.max(range.from, asked.from ?? -Infinity);
    const to = range.whole ? range.to : Math.min(range.to, asked.to);
    const { time, interval } = bars;
    let start = 0;
    while (start < time.length && time[start]! < from) start++;
    let end = time.length;
    while (end > start && (time[end - 1]! >= to || intervalEnd(interval, time[end - 1]!, zone) > request.now)) end--;
    return { symbol, bars: bars.slice(start, end) };
  });
  return { ...part, series: series.filter(({ bars }) => bars.length > 0) };
}

/** Creates the file of an answer, as importers read it. */
function answerFile(
  file: string,
  symbol: string,
  text: string,
  { settings = {}, into: recorded }: FetchRequest,
  refusals: Refusals,
): ImportFile {
  const bytes = Buffer.from(text);
  const copy = textBytes(bytes.length);
  copy.bytes.set(bytes);
  return { file, name: symbol, symbol, text: copy, settings, recorded, refusals };
}

function checkNotEmpty(request: FetchRequest, interval: Interval, symbol: string, parts: readonly NamedPart[]): void {
  if (parts.some(({ part }) => part.series?.some((series) => series.symbol === symbol))) return;
  const { source, from, to, now } = request;
  const range = `${from === undefined ? "" : `from ${shown(from)} `}to ${to === undefined ? shown(now) : shown(to)}`;
  const message = `${source} has no complete ${interval} bar of ${symbol} ${range}`;
  throw new HindcastError("DATE_RANGE_EMPTY", message, { source, symbol, interval });
}

function shown(time: string | number): string {
  return typeof time === "number" ? formatInstant(time) : time;
}

/** Throws `IMPORT_REFUSED` if a split changed prices that were recorded before it and are not downloaded again. */
function checkSplits(request: FetchRequest, { symbol, bars }: RecordedSeries, { actions = [] }: ImportedPart): void {
  const last = bars.time.at(-1)!;
  const split = actions.find(({ kind, exDate }) => kind === "split" && exDate * DAY_MS > last);
  if (split === undefined) return;
  const date = formatDate(split.exDate * DAY_MS);
  const message =
    `${request.source} adjusted all prices of ${symbol} for the split of ${date}, but the recorded prices end before the split. ` +
    "Download all of them again with --replace";
  throw new HindcastError("IMPORT_REFUSED", message, { symbol, exDate: date, ratio: split.ratio });
}

/** Merges the downloaded parts into the market. */
function merged(
  request: FetchRequest,
  { source }: NamedSource,
  interval: Interval,
  parts: readonly NamedPart[],
  refusals: Refusals,
): Imported {
  const { into, now, settings, replace = false } = request;
  const restates = source.restates && isDailyOrLonger(interval);
  const withBars = new Set(into?.instruments.map(({ symbol }) => symbol));
  for (const { part } of parts) for (const { symbol } of part.series ?? []) withBars.add(symbol);
  const isKept = ({ symbol }: Pick<RecordedInstrument, "symbol">): boolean => withBars.has(symbol);
  const used = parts.map(({ file, part }): NamedPart => ({
    file,
    part: { ...part, instruments: part.instruments.filter(isKept), actions: (part.actions ?? []).filter(isKept) },
  }));
  if (used.every(({ part }) => part.instruments.length === 0) && into === undefined)
    throw new HindcastError("DATE_RANGE_EMPTY", `${request.source} has no complete bar yet`, {
      source: request.source,
    });
  const origin = new URL(request.web?.baseUrl ?? source.baseUrl ?? "https://example.invalid").origin;
  const place = request.web?.baseUrl === undefined && source.baseUrl === undefined ? "" : ` (${origin})`;
  const fetched = [...new Set(used.flatMap(({ part }) => part.instruments.map(({ symbol }) => symbol)))].map(
    (symbol) => ({
      start: `Fetched from ${request.source}${place}: ${symbol} ${interval}, last at `,
      time: formatInstant(now),
    }),
  );
  const terms = `Terms of use of ${request.source}: ${source.terms}`;
  const notes = [
    ...new Set([
      ...used.flatMap(({ part }) => part.notes),
      ...fetched.map(({ start, time }) => `${start}${time}.`),
      terms,
    ]),
  ];
  const before = into && {
    ...into,
    notes: into.notes.filter((note) => !fetched.some(({ start }) => note.startsWith(start))),
  };
  const mode = replace || restates ? "replace" : "append";
  return mergeParts(
    used,
    { importer: request.source, files: [], notes },
    {
      ...words(request, terms),
      mode,
      ...(before !== undefined && { into: before }),
      ...(settings !== undefined && { settings }),
    },
    refusals,
  );
}

/** The texts of the recording; the licence of a new one names the terms of the source. */
function words({ name, description, licence, mainCalendar, into }: FetchRequest, terms: string): RecordingTexts {
  return {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(mainCalendar !== undefined && { mainCalendar }),
    ...(licence !== undefined ? { licence } : into === undefined && { licence: terms }),
  };
}
