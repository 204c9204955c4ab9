import { barSessions } from "../../market/bar-sessions.ts";
import type { MarketData } from "../../market/market-data.ts";
import type { MarketView } from "../../market/market-view.ts";
import type { RecordedMarket } from "../../market/recorded-market.ts";
import { lastUpTo } from "../../primitives/rising.ts";
import { calendarOf } from "../../time/calendars/catalog.ts";
import { DAY_MS } from "../../time/civil-date.ts";
import { INTERVALS, type Interval } from "../../time/interval.ts";
import { zoneOf } from "../../time/zone.ts";
import { invalidParameters } from "../errors/api-error.ts";

/** What was recorded of some symbols up to now, for a run. Throws SYMBOL_UNKNOWN, INVALID_PARAMETERS for an interval that not all of them have. */
export function backtestData(
  market: RecordedMarket,
  view: MarketView,
  symbols: readonly string[],
  asked: Interval | undefined,
): { readonly data: MarketData; readonly interval: Interval } {
  const instruments = [...new Set(symbols)].map((symbol) => view.instrument(symbol.toUpperCase()));
  const recorded = new Map(view.universe().map(({ instrument, intervals }) => [instrument.symbol, intervals]));
  const common = INTERVALS.filter((one) => instruments.every(({ symbol }) => recorded.get(symbol)!.includes(one)));
  const interval = asked ?? common[0];
  if (interval === undefined || !common.includes(interval)) {
    throw invalidParameters([
      {
        in: "body",
        parameter: "interval",
        ...(asked === undefined ? {} : { value: asked }),
        reason: "must be recorded of all symbols",
        allowed: [...common],
      },
    ]);
  }
  const series = instruments.map((instrument) => {
    const { symbol, priceBasis } = instrument;
    const calendar = calendarOf(instrument.calendar, market.calendars);
    const today = Math.floor(zoneOf(calendar.zone).toLocal(view.now) / DAY_MS);
    const barsOf = (length: Interval) => {
      const bars = market.series.find((one) => one.symbol === symbol && one.bars.interval === length)?.bars;
      if (bars === undefined) return undefined;
      // Bars that are over by now, and no others.
      return bars.slice(0, lastUpTo(barSessions(bars, calendar).closeTime, view.now, -1) + 1);
    };
    const actions = market.actions.filter((action) => action.symbol === symbol && action.exDate <= today);
    return { instrument, bars: barsOf(interval)!, calendar, actions, priceBasis, reference: barsOf("1d") };
  });
  const notes = [`The bars of ${interval} are of the recording ${market.name}.`, ...market.notes];
  return { data: { series, notes }, interval };
}
