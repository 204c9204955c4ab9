import type { MarketView } from "../../market/market-view.ts";
import type { RecordedInstrument } from "../../market/recorded-market.ts";
import type { Indicators, IndicatorsQuery } from "../../schemas/indicators.ts";
import { suggestionFor } from "../../tape/view/suggestion.ts";
import { formatInstant } from "../../time/instant.ts";
import { ema, sma } from "./indicators/averages.ts";
import { bollinger } from "./indicators/bollinger.ts";
import { CATALOGUE_NAMES, catalogueIndicator } from "./indicators/catalogue.ts";
import { macd } from "./indicators/macd.ts";
import { rsi } from "./indicators/rsi.ts";
import type { IndicatorMaker } from "./indicators/served-indicator.ts";
import { stoch } from "./indicators/stoch.ts";
import type { MarketDataSettings } from "./market-data-settings.ts";
import { type Refused, refused } from "./refused.ts";

/** Those that have a shape of their own. */
const SHAPED: ReadonlyMap<string, IndicatorMaker> = new Map(Object.entries({ sma, ema, rsi, macd, bollinger, stoch }));

/** Every name that may be asked for. */
export const INDICATOR_NAMES: readonly string[] = [...new Set([...SHAPED.keys(), ...CATALOGUE_NAMES])];

/**
 * Indicators of a stock's completed daily bars, adjusted for what is known now. Throws INVALID_PARAMETERS for unknown names, and for
 * indicators that need more bars than there are.
 */
export function indicatorsOf(
  view: MarketView,
  { symbol }: RecordedInstrument,
  { indicators, period }: IndicatorsQuery,
  settings: MarketDataSettings,
): Indicators {
  const makers = makersOf(indicators);
  const { bars } = view.history(symbol, { interval: "1d", adjust: true });
  const served = makers.map(([name, maker]) => [name, maker(period)] as const);
  const short = served.filter(([, { required }]) => required > bars.length);
  if (short.length > 0)
    throw insufficient(short.map(([name, { required }]) => ({ indicator: name, required, available: bars.length })));
  return {
    symbol,
    indicators: Object.fromEntries(served.map(([name, one]) => [name, one.entry(bars, settings)])),
    timestamp: formatInstant(view.now),
  };
}

function makersOf(list: string): (readonly [string, IndicatorMaker])[] {
  const problems: Refused[] = [];
  const makers = new Map<string, IndicatorMaker>();
  for (const name of list.split(",").map((one) => one.trim())) {
    const maker = SHAPED.get(name) ?? catalogueIndicator(name);
    if (maker === undefined) problems.push(unknown(name));
    else makers.set(name, maker);
  }
  if (problems.length === 0) return [...makers];
  const names = problems.map(({ value }) => JSON.stringify(value)).join(", ");
  throw refused(`indicators must be names of the catalogue, separated by commas, unknown are ${names}`, problems);
}

function unknown(name: string): Refused {
  const suggestion = suggestionFor(
    name.slice(0, 40),
    INDICATOR_NAMES.map((one) => ({ symbol: one, name: one })),
  );
  return {
    in: "query",
    parameter: "indicators",
    value: name,
    reason: "indicator_unknown",
    allowed: [...INDICATOR_NAMES],
    ...(suggestion === undefined ? {} : { suggestion }),
  };
}

function insufficient(short: readonly { indicator: string; required: number; available: number }[]): Error {
  const [first] = short;
  const { indicator, required, available } = first!;
  return refused(
    `${indicator} must have ${required} completed daily ${required === 1 ? "bar" : "bars"}, there are ${available}`,
    short.map((one) => ({
      in: "query",
      parameter: "indicators",
      value: one.indicator,
      reason: "insufficient_data",
      ...one,
    })),
  );
}
