import { barSessions } from "../../market/bar-sessions.ts";
import type { Bars } from "../../market/bars.ts";
import { factorReference } from "../../market/action-factors.ts";
import { type MarketData, type Series, sliceColumns } from "../../market/market-data.ts";
import type { MarketView } from "../../market/market-view.ts";
import type { RecordedMarket } from "../../market/recorded-market.ts";
import { runIntervals } from "../../market/run-intervals.ts";
import { lastAtOrBefore } from "../../primitives/sorted-search.ts";
import { listNames } from "../../primitives/words.ts";
import type { Calendar } from "../../time/calendar.ts";
import { calendarOf } from "../../time/calendars/catalog.ts";
import { DAY_MS } from "../../time/civil-date.ts";
import { compareIntervals, type Interval, isSameInterval } from "../../time/interval.ts";
import { zoneOf } from "../../time/zone.ts";
import { invalidParameters } from "../errors/api-error.ts";

/**
 * Returns the data recorded up to the current time for some symbols, to run a backtest over. Throws SYMBOL_UNKNOWN, and INVALID_PARAMETERS
 * for an interval that not all traded symbols have.
 */
export function backtestData(
  market: RecordedMarket,
  view: MarketView,
  symbols: readonly string[],
  requestedInterval: Interval | undefined,
  withFiner: boolean,
): { readonly data: MarketData; readonly interval: Interval } {
  const named = symbols.map((symbol) => view.instrument(symbol.toUpperCase()).symbol);
  const known = view.universe().map(({ instrument }) => instrument);
  const chosen = runIntervals(named, known, (symbol) => view.intervals(symbol), requestedInterval);
  if (chosen.interval === undefined) {
    throw invalidParameters([
      {
        in: "body",
        parameter: "interval",
        ...(requestedInterval === undefined ? {} : { value: requestedInterval }),
        reason: `must be recorded for ${listNames(chosen.deciding)}`,
        allowed: [...chosen.available],
      },
    ]);
  }
  const { bySymbol } = chosen;
  const interval = requestedInterval ?? chosen.interval;
  const calendarFor = (name: string) => calendarOf(name, market.calendars);
  const find = (symbol: string, length: Interval) =>
    market.series.find((one) => one.symbol === symbol && isSameInterval(one.bars.interval, length));
  /** Returns the bars of a symbol that have closed by the current time. */
  const barsOf = (symbol: string, calendar: Calendar, length: Interval): Bars | undefined => {
    const bars = find(symbol, length)?.bars;
    return bars?.slice(0, lastAtOrBefore(barSessions(bars, calendar).closeTime, view.now, -1) + 1);
  };
  const series = [...bySymbol].map(([symbol, length]): Series => {
    const instrument = view.instrument(symbol);
    const { priceBasis } = instrument;
    const calendar = calendarFor(instrument.calendar);
    const today = Math.floor(zoneOf(calendar.zone).toLocal(view.now) / DAY_MS);
    const bars = barsOf(symbol, calendar, length)!;
    const actions = market.actions.filter((action) => action.symbol === symbol && action.exDate <= today);
    const reference = factorReference(bars, barsOf(symbol, calendar, "1d"), calendar);
    const [finest] = view.intervals(symbol);
    const finer = withFiner && compareIntervals(finest!, length) < 0 ? barsOf(symbol, calendar, finest!) : undefined;
    const columns = sliceColumns(find(symbol, length)?.columns, 0, bars.length);
    return { instrument, bars, columns, calendar, actions, priceBasis, reference, finer };
  });
  // The run converts currencies with bars of its own interval.
  const rates = market.instruments
    .filter(({ symbol, assetClass }) => assetClass === "forex" && !bySymbol.has(symbol))
    .flatMap((instrument): Series[] => {
      const calendar = calendarFor(instrument.calendar);
      const bars = barsOf(instrument.symbol, calendar, interval);
      return bars === undefined ? [] : [{ instrument, bars, calendar }];
    });
  const notes = [`The bars of ${interval} come from the recording ${market.name}.`, ...chosen.notes, ...market.notes];
  return { data: { series, rates, notes }, interval };
}
