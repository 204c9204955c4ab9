import { indicators as catalogue } from "../../indicators/catalog.ts";
import type { AnyIndicator } from "../../indicators/define.ts";
import { anchorOf } from "../../market/anchor.ts";
import type { Bars } from "../../market/bars.ts";
import type { MarketView } from "../../market/market-view.ts";
import type { RecordedInstrument } from "../../market/recorded-market.ts";
import type { Column } from "../../primitives/column.ts";
import { snakeCase, renameMembers } from "../../primitives/member-names.ts";
import { type ParamSpecs, resolveParams } from "../../primitives/param.ts";
import type { Indicators, IndicatorsQuery } from "../../schemas/indicators.ts";
import { suggestionFor } from "../../data/view/symbol-suggestion.ts";
import { formatInstant } from "../../time/instant.ts";
import { orNull, significant, SIGNIFICANT } from "../numbers.ts";
import type { MarketDataSettings } from "./market-data-settings.ts";
import { type Refused, refused } from "../errors/api-error.ts";

/** How an indicator of the catalogue is served under a name. */
interface Shape {
  /** Its name in the catalogue. */
  readonly of: string;
  /** Its parameters, for the period that was asked for. */
  readonly params: (period: number) => Readonly<Record<string, unknown>>;
  /** What an answer says: of its last values, as they are shown, and of its parameters. */
  readonly entry: (last: Numbers, params: Numbers, settings: MarketDataSettings) => Readonly<Record<string, unknown>>;
}

type Numbers = Readonly<Record<string, number>>;

const average = (of: string): Shape => ({
  of,
  params: (period) => ({ period }),
  entry: ({ value }, { period }) => ({ value, period }),
});

/** Indicators whose answers have members of their own. Labels are those of the numbers shown. */
const SHAPES: Readonly<Record<string, Shape>> = {
  sma: average("sma"),
  ema: average("ema"),
  rsi: {
    of: "rsi",
    params: (period) => ({ period }),
    entry: ({ value }, { period }) => ({ value, period, signal: oscillatorLabel(value!, 30, 70) }),
  },
  // Its periods are its own. `signal` is the label, or by setting the number of the signal line; both have a member of their own as well.
  macd: {
    of: "macd",
    params: () => ({}),
    entry({ macd, signal }, { fast, slow, signal: period }, { macdSignal }) {
      const histogram = difference(macd!, signal!);
      const label = histogram > 0 ? "bullish" : histogram < 0 ? "bearish" : "neutral";
      return {
        macd,
        signal: macdSignal === "number" ? signal : label,
        signal_line: signal,
        signal_label: label,
        histogram,
        fast_period: fast,
        slow_period: slow,
        signal_period: period,
      };
    },
  },
  bollinger: {
    of: "bollinger",
    params: (period) => ({ period }),
    entry: ({ upper, middle, lower, bandwidth, percentB }, { period, deviations }) => ({
      upper,
      middle,
      lower,
      period,
      std_dev: deviations,
      bandwidth,
      percent_b: percentB,
    }),
  },
  stoch: {
    of: "stochastic",
    params: (period) => ({ kPeriod: period }),
    entry: ({ k, d }, { kPeriod, slowing, dPeriod }) => ({
      k,
      d,
      period: kPeriod,
      smooth_k: slowing,
      smooth_d: dPeriod,
      signal: oscillatorLabel(k!, 20, 80),
    }),
  },
};

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

/** Names of the indicators that can be computed from the bars of one symbol. */
const CATALOGUE_NAMES: readonly string[] = Object.values(catalogue)
  .filter(({ spec }) => !(spec.inputs as readonly string[]).includes("other"))
  .map(({ spec }) => spec.name as string)
  .toSorted();

/** Every name that may be asked for. */
export const INDICATOR_NAMES: readonly string[] = [...new Set([...Object.keys(SHAPES), ...CATALOGUE_NAMES])];

const NAMES: ReadonlySet<string> = new Set(INDICATOR_NAMES);

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
  const names = namesIn(indicators);
  const { bars } = view.history(symbol, { interval: "1d", adjust: true });
  const served = names.map((name) => [name, servedIndicator(name, period)] as const);
  const short = served.filter(([, { required }]) => required > bars.length);
  if (short.length > 0)
    throw insufficient(short.map(([name, { required }]) => ({ indicator: name, required, available: bars.length })));
  return {
    symbol,
    indicators: Object.fromEntries(served.map(([name, one]) => [name, one.entry(bars, settings)])),
    timestamp: formatInstant(view.now),
  };
}

function namesIn(list: string): readonly string[] {
  const names = [...new Set(list.split(",").map((one) => one.trim()))];
  const problems = names.filter((name) => !NAMES.has(name)).map((name) => unknown(name));
  if (problems.length === 0) return names;
  const given = problems.map(({ value }) => JSON.stringify(value)).join(", ");
  throw refused(`indicators must be names of the catalogue, separated by commas, unknown are ${given}`, problems);
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

/** An indicator as answers show it. */
interface ServedIndicator {
  /** Bars without which it has no value. */
  readonly required: number;
  /** What it says of the last of enough bars. */
  entry(bars: Bars, settings: MarketDataSettings): Readonly<Record<string, unknown>>;
}

/** The indicator of one of `INDICATOR_NAMES`. The period is that of the request where it has one, its other parameters are its own. */
export function servedIndicator(name: string, period: number): ServedIndicator {
  const shape = Object.hasOwn(SHAPES, name) ? SHAPES[name]! : plain(name);
  const indicator = catalogue[shape.of]!;
  const { spec } = indicator;
  const given = shape.params(period);
  const params = resolveParams(name, spec.params as ParamSpecs, given) as Numbers;
  return {
    required: requiredBars(indicator, given),
    entry(bars, settings) {
      const result: unknown = indicator(...inputsOf(spec.inputs as readonly string[], bars), given);
      const columns = result instanceof Float64Array ? { value: result } : (result as Record<string, Column>);
      const last = Object.entries(columns).map(([output, column]) => [output, orNull(column.at(-1)!, significant)]);
      return shape.entry(Object.fromEntries(last) as Numbers, params, settings);
    },
  };
}

/** Its outputs by name, null where it has no value, and its parameters. */
function plain(name: string): Shape {
  return {
    of: name,
    params: (period) => ("period" in catalogue[name]!.spec.params ? { period } : {}),
    entry: (last, params) => renameMembers({ ...last, params }, snakeCase),
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

/** What a value between 0 and 100 is commonly called: from `high` on overbought, down to `low` oversold. */
export function oscillatorLabel(value: number, low: number, high: number): "overbought" | "oversold" | "neutral" {
  if (value >= high) return "overbought";
  return value <= low ? "oversold" : "neutral";
}
