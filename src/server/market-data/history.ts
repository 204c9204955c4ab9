import type { MarketView, RecordedHistory } from "../../market/market-view.ts";
import type { RecordedInstrument } from "../../market/recorded-market.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { lastUpTo } from "../../primitives/rising.ts";
import {
  type CommodityHistory,
  type History,
  HISTORY_INTERVALS,
  type HistoryQuery,
  MOST_BARS,
} from "../../schemas/history.ts";
import type { RunTerms } from "../../schemas/replay.ts";
import { type Interval, INTERVALS } from "../../time/interval.ts";
import type { Period, PeriodLength } from "../../time/period.ts";
import { choiceReason } from "../errors/choice-reason.ts";
import type { BarColumns } from "./bar-bytes.ts";
import { textOrNull } from "./name-of.ts";
import { historyPeriod } from "./history-period.ts";
import type { MarketDataSettings } from "./market-data-settings.ts";
import { pageTokens } from "./page-token.ts";
import { priceDecimals } from "./price-decimals.ts";
import { refused } from "./refused.ts";
import { yahooPeriod } from "./yahoo-limits.ts";

/** Which bars answer a request: a stretch of columns, and what is said about them. */
export interface HistoryPage {
  readonly instrument: RecordedInstrument;
  /** All completed bars from the first on; those from `start` up to but not including `end` are the answer. */
  readonly columns: BarColumns;
  readonly start: number;
  readonly end: number;
  /** Decimals of prices; Infinity for all that there are. */
  readonly decimals: number;
  /** Of bars as they are recorded: what makes columns of them that only go on. */
  readonly factors?: Pick<RecordedHistory, "priceFactor" | "splitFactor">;
  /** All but the bars. */
  readonly head: Omit<History, "data"> | Omit<CommodityHistory, "data">;
}

/** What a request for history is read with. */
export interface HistoryCall {
  readonly view: MarketView;
  readonly query: HistoryQuery;
  readonly server: { readonly marketData: MarketDataSettings };
  /** In lockstep numbers come as they are, and bars without adjustment as they are recorded: a strategy must see what a run sees. */
  readonly session: { readonly lockstep: boolean; readonly run?: RunTerms };
}

/**
 * The bars of a request, completed ones up to now, as known now. `asked` is the symbol by which the instrument was asked for. Throws INVALID_PARAMETERS, and
 * RAW_UNAVAILABLE of the view.
 */
export function historyPageOf(
  { view, query, server, session }: HistoryCall,
  instrument: RecordedInstrument,
  asked: string = instrument.symbol,
): HistoryPage {
  const { interval, adjust, limit, page_token: token } = query;
  const { symbol } = instrument;
  const tokens = pageTokens(["history", symbol], query);
  const period = periodOf(query, view.now, server.marketData);
  const { lockstep } = session;
  const recorded = lockstep && !adjust;
  const offered = lockstep || server.marketData.extendedPeriods ? INTERVALS : HISTORY_INTERVALS;
  if (!offered.includes(interval)) throw notOffered(interval, offered);
  const { columns, factors } = intervalChecked(symbol, interval, offered, () =>
    recorded
      ? recordedColumns(view, symbol, interval, session.run?.graph_prices)
      : { columns: view.history(symbol, { interval, adjust }) },
  );
  const within = view.history(
    symbol,
    recorded ? { interval, period, adjust: true, hours: "extended" } : { interval, period, adjust },
  );
  const { time, length } = columns.bars;
  const begin = within.bars.length === 0 ? length : lastUpTo(time, within.bars.time[0]! - 1, -1) + 1;
  const total = length - begin;
  if (total > MOST_BARS && limit === undefined && token === undefined) throw tooMany(total, query);
  const start =
    token === undefined ? begin : Math.max(begin, lastUpTo(time, Number(tokens.placeOf(token, TIME)) - 1, -1) + 1);
  const end = Math.min(length, start + (limit ?? MOST_BARS));
  return {
    instrument,
    columns,
    start,
    end,
    decimals: lockstep ? Infinity : priceDecimals(instrument),
    ...(factors === undefined ? {} : { factors }),
    head: {
      symbol: asked.toUpperCase(),
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

/** Bars as they are recorded, and their closes adjusted for what is known now. */
function recordedColumns(
  view: MarketView,
  symbol: string,
  interval: Interval,
  graphPrices: RunTerms["graph_prices"] | undefined,
): Pick<HistoryPage, "columns" | "factors"> {
  const { bars, ...factors } = view.recorded(symbol, interval, graphPrices === "splits-and-dividends");
  const adjusted = view.history(symbol, { interval, adjust: true, hours: "extended" });
  let row = 0;
  const adjustedClose = bars.time.map((time, i) => {
    while (row < adjusted.bars.length && adjusted.bars.time[row]! < time) row++;
    return adjusted.bars.time[row] === time ? adjusted.adjustedClose[row]! : bars.close[i]!;
  });
  return { columns: { bars, adjustedClose }, factors };
}

/** An answer of the view. Throws INVALID_PARAMETERS with the intervals that are served for one that its bars cannot answer. */
function intervalChecked<T>(symbol: string, interval: Interval, offered: readonly Interval[], answer: () => T): T {
  try {
    return answer();
  } catch (error) {
    if (!(error instanceof HindcastError) || error.code !== "INTERVAL_UNAVAILABLE") throw error;
    const available = error.details["available"] as readonly string[];
    const allowed = offered.filter((one) => available.includes(one));
    const list = allowed.join(", ") || "none";
    throw refused(`interval must be one that the bars of ${symbol} can answer (${list}), was ${interval}`, [
      { in: "query", parameter: "interval", value: interval, reason: "interval_unavailable", allowed },
    ]);
  }
}

/** Bars of four hours could be joined, but the service has none: a client must fail in tests as it would in production. */
function notOffered(interval: Interval, offered: readonly Interval[]): Error {
  return refused(`interval must be one of ${offered.join(", ")}, was ${interval}`, [
    {
      in: "query",
      parameter: "interval",
      value: interval,
      reason: choiceReason(offered),
      allowed: [...offered],
      suggestion: "1h",
    },
  ]);
}

/** What is said of a commodity's bars besides. */
export function commodityPageOf(page: HistoryPage): HistoryPage {
  const { unit, continuous } = page.instrument;
  return { ...page, head: { ...page.head, meta: { ...page.head.meta, unit: textOrNull(unit), continuous } } };
}

/** Epoch milliseconds. */
const TIME = /^-?\d{1,16}$/;

function tooMany(count: number, { period }: HistoryQuery): Error {
  const message = `period must hold at most ${MOST_BARS} bars unless limit is given, was ${period} with ${count}`;
  return refused(message, [
    { in: "query", parameter: "period", value: period, reason: "too_many_records", count, most: MOST_BARS },
  ]);
}
