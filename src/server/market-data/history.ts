import type { MarketView } from "../../market/market-view.ts";
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
import type { BarColumns } from "./bar-bytes.ts";
import { textOrNull } from "./name-of.ts";
import { historyPeriod } from "./history-period.ts";
import type { MarketDataSettings } from "./market-data-settings.ts";
import { placeOf, tokenOf } from "./page-token.ts";
import { refused } from "./refused.ts";
import { yahooPeriod } from "./yahoo-limits.ts";

/** Which bars answer a request: a stretch of columns, and what is said about them. */
export interface HistoryPage {
  readonly instrument: RecordedInstrument;
  /** All completed bars from the first on; those from `start` up to but not including `end` are the answer. */
  readonly columns: BarColumns;
  readonly start: number;
  readonly end: number;
  /** All but the bars. */
  readonly head: Omit<History, "data"> | Omit<CommodityHistory, "data">;
}

/**
 * The bars of a request, completed ones up to now, as known now. `asked` is the symbol by which the instrument was asked for. Throws INVALID_PARAMETERS, and
 * RAW_UNAVAILABLE of the view.
 */
export function historyPageOf(
  view: MarketView,
  instrument: RecordedInstrument,
  query: HistoryQuery,
  settings: MarketDataSettings,
  asked: string = instrument.symbol,
): HistoryPage {
  const { interval, adjust, limit, page_token: token } = query;
  const wanted = historyPeriod(query.period, settings.extendedPeriods);
  const yahoo = settings.historyLimits === "yahoo";
  const period = yahoo ? yahooPeriod(query.period, wanted, interval, view.now) : wanted;
  const columns = completedBars(view, instrument, interval, adjust);
  const { time, length } = columns.bars;
  const total = view.history(instrument.symbol, { interval, period, adjust }).bars.length;
  if (total > MOST_BARS && limit === undefined && token === undefined) throw tooMany(total, query);
  const begin = length - total;
  const start = token === undefined ? begin : Math.max(begin, lastUpTo(time, Number(placeOf(token, TIME)) - 1, -1) + 1);
  const end = Math.min(length, start + (limit ?? MOST_BARS));
  return {
    instrument,
    columns,
    start,
    end,
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
      next_page_token: end < length ? tokenOf(String(time[end])) : null,
    },
  };
}

/** All bars of an interval that are completed. Throws INVALID_PARAMETERS with the intervals that are served, RAW_UNAVAILABLE of the view. */
function completedBars(
  view: MarketView,
  { symbol }: RecordedInstrument,
  interval: HistoryQuery["interval"],
  adjust: boolean,
): BarColumns {
  try {
    return view.history(symbol, { interval, adjust });
  } catch (error) {
    if (!(error instanceof HindcastError) || error.code !== "INTERVAL_UNAVAILABLE") throw error;
    const available = error.details["available"] as readonly string[];
    const allowed = HISTORY_INTERVALS.filter((one) => available.includes(one));
    const list = allowed.join(", ") || "none";
    throw refused(`interval must be one that the bars of ${symbol} can answer (${list}), was ${interval}`, [
      { in: "query", parameter: "interval", value: interval, reason: "interval_unavailable", allowed },
    ]);
  }
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
