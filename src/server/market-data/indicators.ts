import { indicators as catalog } from "../../indicators/catalog.ts";
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
import { orNull, toSignificant, SIGNIFICANT } from "../numbers.ts";
import type { MarketDataSettings } from "./market-data-settings.ts";
import { type RefusedProblem, refused } from "../errors/api-error.ts";

/** How the API serves an indicator of the library under a name. */
interface ResponseShape {
  /** Name of the indicator in the library's catalog. */
  readonly indicator: string;
  /** Returns the parameters of the indicator for the requested period. */
  readonly params: (period: number) => Readonly<Record<string, unknown>>;
  /** Returns the response for the indicator's last values, rounded for display, and its parameters. */
  readonly entry: (last: Numbers, params: Numbers, settings: MarketDataSettings) => Readonly<Record<string, unknown>>;
}

type Numbers = Readonly<Record<string, number>>;

const average = (of: string): ResponseShape => ({
  indicator: of,
  params: (period) => ({ period }),
  entry: ({ value }, { period }) => ({ value, period }),
});

/** Indicators whose responses have members of their own. Labels follow from the displayed numbers. */
const SHAPES: Readonly<Record<string, ResponseShape>> = {
  sma: average("sma"),
  ema: average("ema"),
  rsi: {
    indicator: "rsi",
    params: (period) => ({ period }),
    entry: ({ value }, { period }) => ({ value, period, signal: oscillatorLabel(value!, 30, 70) }),
  },
  // MACD has its own periods. Its `signal` is a label or, by a setting, the signal line; `signal_line` and `signal_label` have both.
  macd: {
    indicator: "macd",
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
    indicator: "bollinger",
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
    indicator: "stochastic",
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

/** Returns the difference of two displayed numbers, without the error of binary subtraction. */
function difference(a: number, b: number): number {
  return Number((a - b).toFixed(Math.min(100, Math.max(decimalsOf(a), decimalsOf(b))))) + 0;
}

/** Returns the number of decimals that a number has at ten significant digits. */
function decimalsOf(value: number): number {
  if (value === 0) return 0;
  const exponent = Number(value.toExponential(SIGNIFICANT - 1).split("e")[1]);
  return Math.max(0, SIGNIFICANT - 1 - exponent);
}

/** Names of indicators that need the bars of only one symbol. */
const CATALOG_NAMES: readonly string[] = Object.values(catalog)
  .filter(({ spec }) => !(spec.inputs as readonly string[]).includes("other"))
  .map(({ spec }) => spec.name as string)
  .toSorted();

/** Names of all indicators that the API serves. */
export const INDICATOR_NAMES: readonly string[] = [...new Set([...Object.keys(SHAPES), ...CATALOG_NAMES])];

const NAMES: ReadonlySet<string> = new Set(INDICATOR_NAMES);

/**
 * Computes indicators from a stock's completed daily bars, adjusted for all that is known at the market time. Throws INVALID_PARAMETERS for
 * unknown names and for indicators that need more bars.
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
  const tooShort = served.filter(([, { required }]) => required > bars.length);
  if (tooShort.length > 0)
    throw insufficient(tooShort.map(([name, { required }]) => ({ indicator: name, required, available: bars.length })));
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
  throw refused(`indicators must be names of indicators, separated by commas; unknown: ${given}`, problems);
}

function unknown(name: string): RefusedProblem {
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

function insufficient(tooShort: readonly { indicator: string; required: number; available: number }[]): Error {
  const [first] = tooShort;
  const { indicator, required, available } = first!;
  return refused(
    `${indicator} needs ${required} completed daily ${required === 1 ? "bar" : "bars"}, but only ${available} are available`,
    tooShort.map((one) => ({
      in: "query",
      parameter: "indicators",
      value: one.indicator,
      reason: "insufficient_data",
      ...one,
    })),
  );
}

/** An indicator that the API can compute. */
interface ServedIndicator {
  /** Number of bars that the indicator needs for its first value. */
  readonly required: number;
  /** Returns the response for the last bar. */
  entry(bars: Bars, settings: MarketDataSettings): Readonly<Record<string, unknown>>;
}

/**
 * Returns an indicator by its name in `INDICATOR_NAMES`. The period applies if the indicator has one; its other parameters keep their
 * defaults.
 */
export function servedIndicator(name: string, period: number): ServedIndicator {
  const shape = Object.hasOwn(SHAPES, name) ? SHAPES[name]! : defaultShape(name);
  const indicator = catalog[shape.indicator]!;
  const { spec } = indicator;
  const given = shape.params(period);
  const params = resolveParams(name, spec.params as ParamSpecs, given) as Numbers;
  return {
    required: requiredBars(indicator, given),
    entry(bars, settings) {
      const result: unknown = indicator(...inputsOf(spec.inputs as readonly string[], bars), given);
      const columns = result instanceof Float64Array ? { value: result } : (result as Record<string, Column>);
      const last = Object.entries(columns).map(([output, column]) => [output, orNull(column.at(-1)!, toSignificant)]);
      return shape.entry(Object.fromEntries(last) as Numbers, params, settings);
    },
  };
}

/** Returns a response with outputs by name, null for missing values, and the parameters. */
function defaultShape(name: string): ResponseShape {
  return {
    indicator: name,
    params: (period) => ("period" in catalog[name]!.spec.params ? { period } : {}),
    entry: (last, params) => renameMembers({ ...last, params }, snakeCase),
  };
}

function requiredBars(indicator: AnyIndicator, given: Readonly<Record<string, unknown>>): number {
  const first: unknown = indicator.warmup(given);
  const indices = typeof first === "number" ? [first] : Object.values(first as Record<string, number>);
  return Math.max(...indices) + 1;
}

/** Returns the input columns of an indicator. Each daily bar is a session of its own, so an anchored indicator restarts with every bar. */
function inputsOf(names: readonly string[], bars: Bars): Column[] {
  return names.map((name) => {
    if (name === "anchor") return anchorOf(bars, "session");
    return bars[(name === "source" ? "close" : name) as "open" | "high" | "low" | "close" | "volume"];
  });
}

/** Returns the usual label of an oscillator between 0 and 100: overbought from `high` up, oversold from `low` down, otherwise neutral. */
export function oscillatorLabel(value: number, low: number, high: number): "overbought" | "oversold" | "neutral" {
  if (value >= high) return "overbought";
  return value <= low ? "oversold" : "neutral";
}
