import { barSessions } from "../../market/bar-sessions.ts";
import type { Bars } from "../../market/bars.ts";
import { factorReference } from "../../market/action-factors.ts";
import { withContracts } from "../../market/instrument.ts";
import { type MarketData, type Series, sliceColumns } from "../../market/market-data.ts";
import type { MarketView } from "../../market/market-view.ts";
import type { RecordedMarket } from "../../market/recorded-market.ts";
import { lastAtOrBefore } from "../../primitives/sorted-search.ts";
import type { Calendar } from "../../time/calendar.ts";
import { calendarOf } from "../../time/calendars/catalog.ts";
import { DAY_MS } from "../../time/civil-date.ts";
import { commonIntervals, compareIntervals, type Interval, isSameInterval, nameAmong } from "../../time/interval.ts";
import { zoneOf } from "../../time/zone.ts";
import { invalidParameters } from "../errors/api-error.ts";

/**
 * Returns the data recorded up to the current time for some symbols, to run a backtest over. Throws SYMBOL_UNKNOWN, and INVALID_PARAMETERS
 * for an interval that not all symbols have.
 */
export function backtestData(
  market: RecordedMarket,
  view: MarketView,
  symbols: readonly string[],
  requestedInterval: Interval | undefined,
  withFiner: boolean,
): { readonly data: MarketData; readonly interval: Interval } {
  const universe = view.universe();
  const asked = withContracts(
    symbols.map((symbol) => symbol.toUpperCase()),
    universe.map(({ instrument }) => instrument),
  );
  const instruments = asked.map((symbol) => view.instrument(symbol));
  const common = commonIntervals(instruments.map(({ symbol }) => view.intervals(symbol)));
  const interval = requestedInterval ?? common[0];
  if (interval === undefined || nameAmong(common, interval) === undefined) {
    throw invalidParameters([
      {
        in: "body",
        parameter: "interval",
        ...(requestedInterval === undefined ? {} : { value: requestedInterval }),
        reason: "must be recorded for all symbols",
        allowed: [...common],
      },
    ]);
  }
  const calendarFor = (name: string) => calendarOf(name, market.calendars);
  const find = (symbol: string, length: Interval) =>
    market.series.find((one) => one.symbol === symbol && isSameInterval(one.bars.interval, length));
  /** Returns the bars of a symbol that have closed by the current time. */
  const barsOf = (symbol: string, calendar: Calendar, length: Interval): Bars | undefined => {
    const bars = find(symbol, length)?.bars;
    return bars?.slice(0, lastAtOrBefore(barSessions(bars, calendar).closeTime, view.now, -1) + 1);
  };
  const series = instruments.map((instrument): Series => {
    const { symbol, priceBasis } = instrument;
    const calendar = calendarFor(instrument.calendar);
    const today = Math.floor(zoneOf(calendar.zone).toLocal(view.now) / DAY_MS);
    const bars = barsOf(symbol, calendar, interval)!;
    const actions = market.actions.filter((action) => action.symbol === symbol && action.exDate <= today);
    const reference = factorReference(bars, barsOf(symbol, calendar, "1d"), calendar);
    const [finest] = view.intervals(symbol);
    const finer = withFiner && compareIntervals(finest!, interval) < 0 ? barsOf(symbol, calendar, finest!) : undefined;
    const columns = sliceColumns(find(symbol, interval)?.columns, 0, bars.length);
    return { instrument, bars, columns, calendar, actions, priceBasis, reference, finer };
  });
  const chosen = new Set(instruments.map(({ symbol }) => symbol));
  // The run converts currencies with bars of its own interval.
  const rates = market.instruments
    .filter(({ symbol, assetClass }) => assetClass === "forex" && !chosen.has(symbol))
    .flatMap((instrument): Series[] => {
      const calendar = calendarFor(instrument.calendar);
      const bars = barsOf(instrument.symbol, calendar, interval);
      return bars === undefined ? [] : [{ instrument, bars, calendar }];
    });
  const notes = [`The bars of ${interval} come from the recording ${market.name}.`, ...market.notes];
  return { data: { series, rates, notes }, interval };
}
