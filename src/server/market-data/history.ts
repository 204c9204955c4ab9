import { graphAdjustments } from "../../market/action-factors.ts";
import { isResampleable } from "../../market/coarse-groups.ts";
import type { MarketView, RecordedHistory } from "../../market/market-view.ts";
import type { RecordedInstrument } from "../../market/recorded-market.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { lastAtOrBefore } from "../../primitives/sorted-search.ts";
import {
  type CommodityHistory,
  type History,
  HISTORY_INTERVALS,
  type HistoryQuery,
  MOST_BARS,
} from "../../schemas/history.ts";
import type { RunTerms } from "../../schemas/replay.ts";
import { dateOfDays, DAY_MS, daysOfDate } from "../../time/civil-date.ts";
import { type Interval, isDailyOrLonger, shortestLength } from "../../time/interval.ts";
import { parsePeriod, type Period, type PeriodLength, periodLength, PERIODS } from "../../time/period.ts";
import { choiceReason, refused } from "../errors/api-error.ts";
import { ownValues } from "../sessions/events/bar-mark.ts";
import { roundedToInteger } from "../numbers.ts";
import type { BarColumns } from "./bar-bytes.ts";
import type { BarCache } from "./bar-cache.ts";
import type { MarketDataSettings } from "./market-data-settings.ts";
import { textOrNull } from "./find-instrument.ts";
import { pageTokens } from "./page-token.ts";
import { priceDecimals } from "./prices.ts";

/** The bars with which a request for price history is answered: a range of columns, and the rest of the response. */
export interface HistoryPage {
  readonly instrument: RecordedInstrument;
  /** All completed bars from the first one on. The response contains the bars from `start` up to but not including `end`. */
  readonly columns: BarColumns;
  readonly start: number;
  readonly end: number;
  /** Decimals of prices; Infinity for all digits. */
  readonly decimals: number;
  /** Adjustment factors and own columns of unadjusted bars. With these a strategy can extend its columns without rewriting earlier values. */
  readonly factors?: Pick<RecordedHistory, "priceFactor" | "splitFactor" | "columns">;
  /** The response without its bars. */
  readonly head: Omit<History, "data"> | Omit<CommodityHistory, "data">;
}

/** A request for price history. */
interface HistoryCall {
  readonly view: MarketView;
  readonly query: HistoryQuery;
  readonly server: { readonly marketData: MarketDataSettings };
  /** Lockstep sessions show all digits, and unadjusted bars as recorded, so that a strategy gets the same data as in a backtest. */
  readonly session: { readonly lockstep: boolean; readonly run?: RunTerms };
}

/**
 * Returns the completed bars for a request, as known at the market time. Throws INVALID_PARAMETERS, and RAW_UNAVAILABLE if unadjusted
 * prices are not recorded.
 */
export function historyPageOf(
  { view, query, server, session }: HistoryCall,
  instrument: RecordedInstrument,
  requestedSymbol: string = instrument.symbol,
): HistoryPage {
  const { interval, adjust, limit, page_token: token } = query;
  const { symbol } = instrument;
  const tokens = pageTokens(["history", symbol], query);
  const period = periodOf(query, view.now, server.marketData);
  const { lockstep } = session;
  const recorded = lockstep && !adjust;
  const offered = lockstep || server.marketData.extendedPeriods ? undefined : HISTORY_INTERVALS;
  if (offered?.includes(interval) === false) throw notOffered(interval, offered);
  const { columns, factors } = intervalChecked(symbol, interval, offered, () =>
    recorded
      ? recordedColumns(view, symbol, interval, session.run?.graph_prices)
      : { columns: view.history(symbol, { interval, adjust }) },
  );
  const inPeriod = view.history(
    symbol,
    recorded ? { interval, period, adjust: true, hours: "extended" } : { interval, period, adjust },
  );
  const { time, length } = columns.bars;
  const periodStart = inPeriod.bars.length === 0 ? length : lastAtOrBefore(time, inPeriod.bars.time[0]! - 1, -1) + 1;
  const total = length - periodStart;
  if (total > MOST_BARS && limit === undefined && token === undefined) throw tooManyBars(total, query);
  const start =
    token === undefined
      ? periodStart
      : Math.max(periodStart, lastAtOrBefore(time, Number(tokens.placeOf(token, TIME)) - 1, -1) + 1);
  const end = Math.min(length, start + (limit ?? MOST_BARS));
  return {
    instrument,
    columns,
    start,
    end,
    decimals: lockstep ? Infinity : priceDecimals(instrument),
    ...(factors === undefined ? {} : { factors }),
    head: {
      symbol: requestedSymbol.toUpperCase(),
      period: query.period,
      interval,
      meta: {
        currency: instrument.currency,
        exchange: instrument.exchange,
        exchange_timezone: instrument.zone,
        total_records: total,
      },
      next_page_token: end < length ? tokens.tokenOf(String(time[end])) : null,
    },
  };
}

function periodOf(query: HistoryQuery, now: number, settings: MarketDataSettings): Period | PeriodLength {
  const period = historyPeriod(query.period, settings.extendedPeriods);
  return settings.historyLimits === "yahoo" ? yahooPeriod(query.period, period, query.interval, now) : period;
}

/** Returns bars as recorded, with closes adjusted for all that is known at the market time. */
function recordedColumns(
  view: MarketView,
  symbol: string,
  interval: Interval,
  prices: RunTerms["graph_prices"] = "splits",
): Pick<HistoryPage, "columns" | "factors"> {
  const { bars, ...factors } = view.recorded(symbol, interval, graphAdjustments[prices].dividends);
  const adjusted = view.history(symbol, { interval, adjust: true, hours: "extended" });
  let row = 0;
  const adjustedClose = bars.time.map((time, i) => {
    while (row < adjusted.bars.length && adjusted.bars.time[row]! < time) row++;
    return adjusted.bars.time[row] === time ? adjusted.adjustedClose[row]! : bars.close[i]!;
  });
  return { columns: { bars, adjustedClose }, factors };
}

/** Calls `answer`. If the recorded bars cannot give the interval, throws INVALID_PARAMETERS with the available intervals. */
function intervalChecked<T>(
  symbol: string,
  interval: Interval,
  offered: readonly Interval[] | undefined,
  answer: () => T,
): T {
  try {
    return answer();
  } catch (error) {
    if (!(error instanceof HindcastError) || error.code !== "INTERVAL_UNAVAILABLE") throw error;
    const available = error.details["available"] as readonly string[];
    const allowed = offered?.filter((one) => available.includes(one)) ?? available;
    const list = allowed.join(", ") || "none";
    throw refused(`interval must be one that is available for ${symbol} (${list}), was ${interval}`, [
      { in: "query", parameter: "interval", value: interval, reason: "interval_unavailable", allowed: [...allowed] },
    ]);
  }
}

/**
 * Returns the error for an interval that the API does not offer, and suggests the longest one whose bars can be joined to it. The bars could
 * be computed, but a client should fail in tests as it would with the emulated service.
 */
function notOffered(interval: Interval, offered: readonly Interval[]): Error {
  const suggestion = offered.findLast((one) => isResampleable(interval, one));
  const wayOut =
    "A server that is started with --extended-periods answers every interval to which its bars can be joined";
  return refused(`interval must be one of ${offered.join(", ")}, was ${interval}. ${wayOut}`, [
    {
      in: "query",
      parameter: "interval",
      value: interval,
      reason: choiceReason(offered),
      allowed: [...offered],
      ...(suggestion === undefined ? {} : { suggestion }),
    },
  ]);
}

/** Adds to the metadata of bars the commodity's unit, and whether contracts are joined. */
export function commodityPageOf(page: HistoryPage): HistoryPage {
  const { unit, continuous } = page.instrument;
  return { ...page, head: { ...page.head, meta: { ...page.head.meta, unit: textOrNull(unit), continuous } } };
}

/** Pattern of a bar's start time in a page token, in epoch milliseconds. */
const TIME = /^-?\d{1,16}$/;

function tooManyBars(count: number, { period }: HistoryQuery): Error {
  const message = `period must hold at most ${MOST_BARS} bars unless limit is given, was ${period} with ${count}`;
  return refused(message, [
    { in: "query", parameter: "period", value: period, reason: "too_many_records", count, most: MOST_BARS },
  ]);
}

/** Approximate number of days of each period; `ytd` and `max` have no fixed length. */
const PERIOD_DAYS: Readonly<Partial<Record<Period, number>>> = {
  "1d": 1,
  "5d": 5,
  "1mo": 30,
  "3mo": 91,
  "6mo": 182,
  "1y": 365,
  "2y": 730,
  "5y": 1826,
  "10y": 3652,
};

/**
 * Parses a period: one of the list, or with `extended` any number of days, weeks, months or years. Throws INVALID_PARAMETERS, and suggests
 * the nearest period of the list, such as 1mo for 30d.
 */
export function historyPeriod(text: string, extended: boolean): Period | PeriodLength {
  if ((PERIODS as readonly string[]).includes(text)) return text as Period;
  if (extended && LENGTH.test(text)) return parsePeriod(text);
  const allowed = [...PERIODS];
  const suggestion = nearestPeriod(text);
  const also = extended ? ", or a number from 1 to 9999 with d, wk, mo or y" : "";
  const hint = suggestion === undefined ? "" : `; did you mean ${suggestion}?`;
  throw refused(`period must be one of ${allowed.join(", ")}${also}, was ${text}${hint}`, [
    {
      in: "query",
      parameter: "period",
      value: text,
      reason: "period_unknown",
      allowed,
      ...(suggestion === undefined ? {} : { suggestion }),
    },
  ]);
}

const LENGTH = /^[1-9]\d{0,3}(?:d|wk|mo|y)$/;
const SPELLING = /^(\d{1,6})\s*(d|day|w|wk|week|m|mo|month|y|yr|year)s?$/;
const UNIT_DAYS: Readonly<Record<string, number>> = { d: 1, w: 7, m: 30.4, y: 365 };

function nearestPeriod(text: string): Period | undefined {
  const lower = text.toLowerCase().trim();
  const same = PERIODS.find((period) => period === lower);
  const match = SPELLING.exec(lower);
  if (same !== undefined || match === null) return same;
  const days = Number(match[1]) * UNIT_DAYS[match[2]![0]!]!;
  if (days === 0) return "1d";
  const known = Object.entries(PERIOD_DAYS) as [Period, number][];
  const distance = (candidate: number): number => Math.abs(Math.log(candidate / days));
  return known.reduce((best, one) => (distance(one[1]) < distance(best[1]) ? one : best))[0];
}

const MINUTE_MS = 60_000;

/** Returns the number of days of history that Yahoo offers for an interval; undefined for daily and longer bars, which have no limit. */
function yahooDays(interval: Interval): number | undefined {
  if (isDailyOrLonger(interval)) return undefined;
  const length = shortestLength(interval);
  if (length <= MINUTE_MS) return 8;
  return length % (60 * MINUTE_MS) === 0 ? 730 : 60;
}

const DAYS_OF_MONTH = 365 / 12;

/**
 * Returns the period with which Yahoo would answer: `max` is cut to the available days. Throws INVALID_PARAMETERS for a period that is too
 * long.
 */
export function yahooPeriod(
  text: string,
  period: Period | PeriodLength,
  interval: Interval,
  now: number,
): Period | PeriodLength {
  const maxDays = yahooDays(interval);
  if (maxDays === undefined) return period;
  if (period === "max") return { days: maxDays };
  const days = daysOf(typeof period === "string" ? periodLength(period) : period, now);
  if (days <= maxDays) return period;
  throw refused(`period must be at most ${maxDays} days for bars of ${interval}, was ${text}`, [
    { in: "query", parameter: "period", value: text, reason: "period_too_long", interval, most_days: maxDays },
  ]);
}

/** Returns the length of a period in days. A session counts as a day, so that holidays do not make a period too long. */
function daysOf(length: PeriodLength, now: number): number {
  if ("sessions" in length) return length.sessions;
  if ("days" in length) return length.days;
  if ("months" in length) return Math.round(length.months * DAYS_OF_MONTH);
  const today = Math.floor(now / DAY_MS);
  return today - daysOfDate(dateOfDays(today).year, 1, 1);
}

/** Returns a page of history as JSON. */
export function historyBytes(page: HistoryPage, cache: BarCache): Buffer {
  const { meta, next_page_token, ...head } = page.head;
  const opening = `${JSON.stringify(head).slice(0, -1)},"data":[`;
  const closing = `],${JSON.stringify({ meta, next_page_token }).slice(1)}`;
  const { columns, start, end, decimals, factors } = page;
  if (factors === undefined) return cache.answer(opening, columns, start, end, decimals, closing);
  return Buffer.from(opening + JSON.stringify(recordedBars(page, factors)).slice(1, -1) + closing);
}

/** Formats bars as recorded, with their factors. They are not cached, since each session reads them once. */
function recordedBars({ columns, start, end }: HistoryPage, factors: NonNullable<HistoryPage["factors"]>): unknown[] {
  const { bars, adjustedClose } = columns;
  return Array.from({ length: end - start }, (_, i) => {
    const row = start + i;
    return {
      timestamp: new Date(bars.time[row]!).toISOString(),
      open: bars.open[row],
      high: bars.high[row],
      low: bars.low[row],
      close: bars.close[row],
      volume: roundedToInteger(bars.volume[row]!),
      adj_close: adjustedClose[row],
      volume_exact: bars.volume[row],
      price_factor: factors.priceFactor[row],
      split_factor: factors.splitFactor[row],
      ...ownValues(factors.columns, row),
    };
  });
}
