import { ema as emaOf } from "../../indicators/ema.ts";
import { sma as smaOf } from "../../indicators/sma.ts";
import { significant, SIGNIFICANT } from "../numbers.ts";
import type { IndicatorMaker } from "./indicators/served-indicator.ts";
import { bollinger as bollingerOf } from "../../indicators/bollinger.ts";
import { macd as macdOf } from "../../indicators/macd.ts";
import { rsi as rsiOf } from "../../indicators/rsi.ts";
import { oscillatorLabel } from "./indicators/oscillator-label.ts";
import { stochastic } from "../../indicators/stochastic.ts";
import type { MarketView } from "../../market/market-view.ts";
import type { RecordedInstrument } from "../../market/recorded-market.ts";
import type { Indicators, IndicatorsQuery } from "../../schemas/indicators.ts";
import { suggestionFor } from "../../tape/view/suggestion.ts";
import { formatInstant } from "../../time/instant.ts";
import { CATALOGUE_NAMES, catalogueIndicator } from "./indicators/catalogue.ts";
import type { MarketDataSettings } from "./market-data-settings.ts";
import { type Refused, refused } from "./refused.ts";

const sma: IndicatorMaker = (period) => ({
  required: period,
  entry: ({ close }) => ({ value: significant(smaOf(close, period).at(-1)!), period }),
});

const ema: IndicatorMaker = (period) => ({
  required: period,
  entry: ({ close }) => ({ value: significant(emaOf(close, period).at(-1)!), period }),
});

const DEVIATIONS = 2;

const bollinger: IndicatorMaker = (period) => ({
  required: period,
  entry({ close }) {
    const { upper, middle, lower, bandwidth, percentB } = bollingerOf(close, period, DEVIATIONS);
    const last = (column: Float64Array): number => significant(column.at(-1)!);
    return {
      upper: last(upper),
      middle: last(middle),
      lower: last(lower),
      period,
      std_dev: DEVIATIONS,
      bandwidth: last(bandwidth),
      percent_b: last(percentB),
    };
  },
});

const FAST = 12;
const SLOW = 26;
const SIGNAL = 9;

/** Its periods are its own. `signal` is the label, or the number of the signal line by setting; both have a member of their own besides. */
export const macd: IndicatorMaker = () => ({
  required: SLOW + SIGNAL - 1,
  entry({ close }, { macdSignal }) {
    const columns = macdOf(close, FAST, SLOW, SIGNAL);
    const line = significant(columns.macd.at(-1)!);
    const signalLine = significant(columns.signal.at(-1)!);
    const histogram = difference(line, signalLine);
    const label = histogram > 0 ? "bullish" : histogram < 0 ? "bearish" : "neutral";
    return {
      macd: line,
      signal: macdSignal === "number" ? signalLine : label,
      signal_line: signalLine,
      signal_label: label,
      histogram,
      fast_period: FAST,
      slow_period: SLOW,
      signal_period: SIGNAL,
    };
  },
});

/** The difference of two shown numbers, to their last decimal: without the noise of a binary subtraction. */
function difference(a: number, b: number): number {
  return Number((a - b).toFixed(Math.min(100, Math.max(decimalsOf(a), decimalsOf(b))))) + 0;
}

/** Decimals of a number of ten significant digits. */
function decimalsOf(value: number): number {
  if (value === 0) return 0;
  const exponent = Number(value.toExponential(SIGNIFICANT - 1).split("e")[1]);
  return Math.max(0, SIGNIFICANT - 1 - exponent);
}

/** The label is that of the number shown. */
export const rsi: IndicatorMaker = (period) => ({
  required: period + 1,
  entry({ close }) {
    const value = significant(rsiOf(close, period).at(-1)!);
    return { value, period, signal: oscillatorLabel(value, 30, 70) };
  },
});

const SMOOTH_K = 3;
const SMOOTH_D = 3;

const stoch: IndicatorMaker = (period) => ({
  required: period + SMOOTH_K + SMOOTH_D - 2,
  entry({ high, low, close }) {
    const columns = stochastic(high, low, close, period, SMOOTH_K, SMOOTH_D);
    const k = significant(columns.k.at(-1)!);
    const d = significant(columns.d.at(-1)!);
    return { k, d, period, smooth_k: SMOOTH_K, smooth_d: SMOOTH_D, signal: oscillatorLabel(k, 20, 80) };
  },
});

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
