import { factorReference } from "../../market/factor-reference.ts";
import type { MarketData, Series } from "../../market/market-data.ts";
import type { RecordedMarket } from "../../market/recorded-market.ts";
import { calendarOf } from "../../time/calendars/catalog.ts";
import { type Interval, INTERVALS } from "../../time/interval.ts";
import { invalidParameters } from "../errors/api-error.ts";

/** What was recorded of some symbols, as a batch run takes it. Throws INVALID_PARAMETERS for an interval that not all of them have. */
export function runData(
  market: RecordedMarket,
  symbols: readonly string[],
  asked: Interval | undefined,
  withFiner: boolean,
): { readonly data: MarketData; readonly interval: Interval } {
  const barsOf = (symbol: string, interval: Interval) =>
    market.series.find((one) => one.symbol === symbol && one.bars.interval === interval)?.bars;
  const common = INTERVALS.filter((one) => symbols.every((symbol) => barsOf(symbol, one) !== undefined));
  const interval = asked ?? common[0];
  if (interval === undefined || !common.includes(interval)) {
    const reason = "must be recorded of all symbols";
    const value = asked === undefined ? {} : { value: asked };
    throw invalidParameters([{ in: "body", parameter: "interval", ...value, reason, allowed: [...common] }]);
  }
  const series = symbols.map((symbol): Series => {
    const instrument = market.instruments.find((one) => one.symbol === symbol)!;
    const actions = market.actions.filter((action) => action.symbol === symbol);
    const bars = barsOf(symbol, interval)!;
    const calendar = calendarOf(instrument.calendar, market.calendars);
    const finest = INTERVALS.find((one) => barsOf(symbol, one) !== undefined)!;
    return {
      instrument,
      bars,
      calendar,
      actions,
      priceBasis: instrument.priceBasis,
      reference: actions.length === 0 ? undefined : factorReference(bars, barsOf(symbol, "1d"), calendar),
      finer: withFiner && INTERVALS.indexOf(finest) < INTERVALS.indexOf(interval) ? barsOf(symbol, finest) : undefined,
    };
  });
  // Currencies are converted by bars of the same length.
  const rates = market.instruments
    .filter(({ symbol, assetClass }) => assetClass === "forex" && !symbols.includes(symbol))
    .flatMap((instrument): Series[] => {
      const bars = barsOf(instrument.symbol, interval);
      const calendar = calendarOf(instrument.calendar, market.calendars);
      return bars === undefined ? [] : [{ instrument, bars, calendar }];
    });
  return { data: { series, notes: [], rates }, interval };
}
