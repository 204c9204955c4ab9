import { pairOf } from "../../engine/currency-rates.ts";
import type { RunPlan } from "../../engine/run-plan.ts";
import type { RunSeries } from "../../engine/run-series.ts";
import type { Series } from "../../market/market-data.ts";
import type { RecordedInstrument, RecordedMarket } from "../../market/recorded-market.ts";
import type { RunInstrument, RunTerms } from "../../schemas/replay.ts";
import { DeclaredCalendar } from "../../time/declared-calendar.ts";
import { formatInstant } from "../../time/instant.ts";
import type { Interval } from "../../time/interval.ts";

type PairBars = Pick<Series, "instrument" | "bars">;

/** What a client that runs a strategy over a session must know of it. */
export function runTermsOf({ calendars }: RecordedMarket, plan: RunPlan, interval: Interval): RunTerms {
  const { settings, data } = plan;
  const instruments = data.series.map((one) => termsOf(one));
  const pairs = pairsOf(plan).map((pair) => termsOf(pair));
  const used = new Set([...instruments, ...pairs].map(({ calendar }) => calendar));
  return {
    interval,
    start: formatInstant(plan.start),
    graph_prices: settings.graphPrices,
    instruments,
    pairs,
    calendars: calendars.flatMap((calendar) =>
      used.has(calendar.name) && calendar instanceof DeclaredCalendar ? [calendar.declaration] : [],
    ),
  };
}

/** The pairs by which money of the run's other currencies is converted, with the bars that the run takes rates of. */
export function pairsOf({ source, settings, data: { rates } }: RunPlan): readonly PairBars[] {
  return rates.map(({ currency, rate }) => {
    const { instrument, bars } = pairOf(currency, settings.currency, source)!;
    return { instrument, bars: bars.slice(0, rate.length) };
  });
}

function termsOf({ instrument, bars, schedule }: PairBars & Partial<Pick<RunSeries, "schedule">>): RunInstrument {
  const of = instrument as RecordedInstrument;
  return {
    symbol: of.symbol,
    name: of.name,
    asset_class: of.assetClass,
    base: of.base,
    currency: of.currency,
    currency_decimals: of.currencyDecimals,
    tick_size: of.tick,
    lot_size: of.lot,
    multiplier: of.multiplier,
    calendar: of.calendar,
    bars: bars.length,
    extended_hours: schedule?.extended !== undefined,
  };
}
