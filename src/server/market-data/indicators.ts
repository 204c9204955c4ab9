import { bollinger as bollingerOf } from "../../indicators/bollinger.ts";
import { indicators as known } from "../../indicators/catalog.ts";
import type { AnyIndicator } from "../../indicators/define.ts";
import { ema as emaOf } from "../../indicators/ema.ts";
import { macd as macdOf } from "../../indicators/macd.ts";
import { rsi as rsiOf } from "../../indicators/rsi.ts";
import { sma as smaOf } from "../../indicators/sma.ts";
import { stochastic } from "../../indicators/stochastic.ts";
import { anchorOf } from "../../market/anchor.ts";
import type { Bars } from "../../market/bars.ts";
import type { MarketView } from "../../market/market-view.ts";
import type { RecordedInstrument } from "../../market/recorded-market.ts";
import type { Column } from "../../primitives/column.ts";
import { type ParamSpecs, resolveParams } from "../../primitives/param.ts";
import type { Indicators, IndicatorsQuery } from "../../schemas/indicators.ts";
import { suggestionFor } from "../../data/view/suggestion.ts";
import { formatInstant } from "../../time/instant.ts";
import { orNull, significant, SIGNIFICANT } from "../numbers.ts";
import type { MarketDataSettings } from "./market-data-settings.ts";
import { type Refused, refused } from "../errors/api-error.ts";

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

/** Names of the indicators that can be computed from the bars of one symbol. */
const CATALOGUE_NAMES: readonly string[] = Object.values(known)
  .filter(({ spec }) => !(spec.inputs as readonly string[]).includes("other"))
  .map(({ spec }) => spec.name as string)
  .toSorted();

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

const KNOWN: ReadonlySet<string> = new Set(CATALOGUE_NAMES);

/**
 * An indicator of the catalogue: its outputs by name, null where it has no value, and its parameters. The period is that of the
 * request where it has one, the others are its own. Undefined for a name that there is not.
 */
function catalogueIndicator(name: string): IndicatorMaker | undefined {
  if (!KNOWN.has(name)) return undefined;
  const indicator = known[name]!;
  const { spec } = indicator;
  return (period) => {
    const given = "period" in spec.params ? { period } : {};
    const params = resolveParams(name, spec.params as ParamSpecs, given);
    return {
      required: requiredBars(indicator, given),
      entry(bars) {
        const result: unknown = indicator(...inputsOf(spec.inputs as readonly string[], bars), given);
        const columns = result instanceof Float64Array ? { value: result } : (result as Record<string, Column>);
        const outputs = Object.entries(columns).map(([output, column]) => [
          snakeCase(output),
          orNull(column.at(-1)!, significant),
        ]);
        const named = Object.entries(params).map(([param, value]) => [snakeCase(param), value]);
        return { ...Object.fromEntries(outputs), params: Object.fromEntries(named) };
      },
    };
  };
}

function requiredBars(indicator: AnyIndicator, given: Readonly<Record<string, unknown>>): number {
  const first: unknown = indicator.warmup(given);
  const indices = typeof first === "number" ? [first] : Object.values(first as Record<string, number>);
  return Math.max(...indices) + 1;
}

/** A day is a session of its own, so that anchored indicators begin anew with each. */
function inputsOf(names: readonly string[], bars: Bars): Column[] {
  return names.map((name) => {
    if (name === "anchor") return anchorOf(bars, "session");
    return bars[(name === "source" ? "close" : name) as "open" | "high" | "low" | "close" | "volume"];
  });
}

/** `plusDi` as `plus_di`, as names of the API are written. */
export function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** What a value between 0 and 100 is commonly called: from `high` on overbought, down to `low` oversold. */
export function oscillatorLabel(value: number, low: number, high: number): "overbought" | "oversold" | "neutral" {
  if (value >= high) return "overbought";
  return value <= low ? "oversold" : "neutral";
}

/** An indicator as answers show it. */
interface ServedIndicator {
  /** Bars without which it has no value. */
  readonly required: number;
  /** What it says of the last of enough bars. */
  entry(bars: Bars, settings: MarketDataSettings): Readonly<Record<string, unknown>>;
}

/** The indicator with a period in bars. */
type IndicatorMaker = (period: number) => ServedIndicator;
