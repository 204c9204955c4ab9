import { type ExecutionModel, modelOf } from "../broker/models/execution-model.ts";
import type { Feed } from "../market/feed.ts";
import type { Bars } from "../market/bars.ts";
import type { MarketData, Series } from "../market/market-data.ts";
import { checkBars, checkSpan, checkTimes } from "../market/validate-bars.ts";
import { zoneOfDates } from "../market/session-dates.ts";
import { checkOptions, type OptionNames } from "../primitives/check-options.ts";
import { shown } from "../primitives/check.ts";
import type { Column } from "../primitives/column.ts";
import type { ColumnMemory } from "../primitives/column-memory.ts";
import { HindcastError } from "../primitives/errors.ts";
import type { AnyParamValues } from "../primitives/param.ts";
import { decimalsOf } from "../market/currency-decimals.ts";
import { endOfNamed, isDateText, namedTime } from "../time/named-time.ts";
import { parseDate, parseInstant } from "../time/instant.ts";
import { checkInterval, DAY_MS } from "../time/interval.ts";
import { buildGraph } from "./graph/build-graph.ts";
import type { IndicatorGraph } from "./indicator-graph.ts";
import { checkCoin } from "./check-coin.ts";
import { PreparedData } from "./prepared-data.ts";
import { type GivenSettings, isResolved, resolveSettings, type RunSettings } from "./run-settings.ts";
import { checkNeeds, resolveStrategyParams } from "./strategy-checks.ts";
import { isStrategy, type AnyStrategy } from "./strategy.ts";

/** What a run is asked for. */
export interface RunOptions {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly settings?: GivenSettings;
  /** Symbols to trade; all of the data when left out. */
  readonly symbols?: readonly string[];
  /** SHA-256 of the strategy's source file, for the fingerprint. */
  readonly sourceHash?: string;
  /** `batch` computes indicators beforehand over whole columns, `live` bar by bar as in a moving market. The values are the same. */
  readonly evaluation?: "batch" | "live";
}

/** A run with everything resolved and checked, ready for a driver. */
export class RunPlan {
  readonly strategy: AnyStrategy;
  readonly params: AnyParamValues;
  readonly settings: RunSettings;
  readonly data: PreparedData;
  readonly rules: ExecutionModel;
  readonly evaluation: "batch" | "live";
  readonly sourceHash: string;
  readonly source: MarketData;
  /** Where the tables of the run lie: in memory of their own unless some is lent. */
  readonly memory: ColumnMemory | undefined;
  /** The data were made ready by the caller, for this run and others. */
  readonly isPrepared: boolean;
  readonly #prepared: PreparedRun;
  readonly #options: RunOptions;
  #graph: IndicatorGraph | undefined;
  /** Start of the first traded bar and end of the last, epoch milliseconds. */
  readonly start: number;
  readonly end: number;

  constructor(strategy: AnyStrategy, data: MarketData | PreparedRun, options: RunOptions = {}, memory?: ColumnMemory) {
    if (!isStrategy(strategy)) {
      throw new HindcastError("STRATEGY_INVALID", `a strategy must come from defineStrategy, was ${shown(strategy)}`);
    }
    this.strategy = strategy;
    this.memory = memory;
    this.params = resolveStrategyParams(strategy, options.params);
    // Prepared data refuse settings of another range, so that of resolved ones is theirs.
    const range = data instanceof PreparedRun ? rangeOf(data, options) : undefined;
    this.settings = isResolved(options.settings)
      ? options.settings
      : data instanceof PreparedRun
        ? resolveSettings({ ...options.settings, ...range })
        : settingsOver(data, options.symbols, options.settings);
    this.evaluation = options.evaluation ?? "batch";
    if (this.evaluation !== "batch" && this.evaluation !== "live") {
      throw new HindcastError("SETTING_INVALID", `evaluation must be batch or live, was ${shown(this.evaluation)}`, {
        setting: "evaluation",
        value: this.evaluation,
      });
    }
    this.sourceHash = options.sourceHash ?? "";
    this.isPrepared = data instanceof PreparedRun;
    const prepared = data instanceof PreparedRun ? data : new PreparedRun(data, options.symbols, this.settings);
    this.#prepared = prepared;
    this.#options = options;
    this.source = prepared.source;
    this.data = prepared.data;
    checkCoin(this.settings, this.currencyDecimals);
    const { series } = this.data;
    this.start = Math.min(
      ...series.filter(({ bars, first }) => first < bars.length).map(({ bars, first }) => bars.time[first]!),
    );
    this.end = Math.max(
      ...series.filter(({ bars }) => bars.length > 0).map(({ schedule, bars }) => schedule.closeTime[bars.length - 1]!),
    );
    this.rules = modelOf(this.settings);
    checkNeeds(
      strategy,
      series.map(({ bars }) => bars.length),
      this.settings,
    );
  }

  /** The same run with other settings, over the same prepared data. */
  with(settings: GivenSettings): RunPlan {
    const { symbols: _, ...options } = this.#options;
    const changed = { ...options, settings: { ...options.settings, ...settings } };
    return new RunPlan(this.strategy, this.#prepared, changed, this.memory);
  }

  /** The nodes that the strategy reads, made once. */
  get graph(): IndicatorGraph {
    return (this.#graph ??= buildGraph(this.strategy, this.params, this.data.symbols));
  }

  get currencyDecimals(): number {
    const instruments = this.data.series.map(({ instrument }) => instrument);
    return decimalsOf(this.settings.currency, instruments);
  }

  /** The feed of a symbol of the run. Throws `SYMBOL_UNKNOWN`. */
  feedOf(symbol: string, feeds: readonly Feed[]): Feed {
    const place = this.data.symbols.indexOf(symbol);
    if (place >= 0) return feeds[place]!;
    throw unknownSymbol(symbol, this.data.symbols);
  }
}

/**
 * Settings of a run over data, with defaults for what is not given. Without a zone `from` and `to` are dates of the data. Throws as
 * `resolveSettings` does, and for data and symbols that cannot be run.
 */
export function settingsOver(
  data: MarketData,
  symbols: readonly string[] | undefined,
  given: GivenSettings = {},
): RunSettings {
  if (isResolved(given) || given.zone !== undefined) return resolveSettings(given);
  return resolveSettings({ ...given, zone: zoneOfDates(choose(data, symbols).series) });
}

/** Data cut to a range and symbols, ready for many runs, which then share timeline and indicator columns. */
export class PreparedRun {
  readonly source: MarketData;
  readonly data: PreparedData;
  readonly range: PreparedRange;

  constructor(data: MarketData, symbols: readonly string[] | undefined, settings: RunSettings) {
    const { from, to, zone, warmupBars, hours, graphPrices, currency } = settings;
    this.range = { from, to, zone, warmupBars, hours, graphPrices, currency };
    this.source = choose(data, symbols);
    for (const series of this.source.series) checkOnce(series);
    this.data = new PreparedData(this.source, {
      start: from === "" ? -Infinity : namedTime("from", () => parseInstant(from, zone)),
      end: to === "" ? Infinity : namedTime("to", () => endOfNamed(to, zone)),
      from: isDateText(from) ? parseDate(from) / DAY_MS : undefined,
      to: isDateText(to) ? parseDate(to) / DAY_MS : undefined,
      warmupBars: settings.warmupBars,
      hours: settings.hours,
      dividendsInGraph: settings.graphPrices === "splits-and-dividends",
      currency: settings.currency,
      zone,
    });
  }
}

const sound = new WeakSet<Bars>();

const SERIES: OptionNames<Series> = {
  instrument: true,
  bars: true,
  calendar: true,
  zone: true,
  actions: true,
  priceBasis: true,
  reference: true,
  finer: true,
  sessions: true,
  quotes: true,
};

/** A recording is checked once, however many runs there are over it. Throws `BARS_INVALID`, and `SETTING_INVALID` for a field that a series does not have. */
function checkOnce(series: Series): void {
  const { bars, quotes, sessions, finer, reference } = series;
  const { symbol } = series.instrument;
  checkOptions(`series ${symbol}`, series, SERIES);
  if (sound.has(bars)) return;
  if (bars?.time === undefined || typeof bars.slice !== "function") {
    const made = 'Bars, such as new Bars("1d", { time, open, high, low, close, volume }) makes';
    throw new HindcastError("BARS_INVALID", `bars of ${symbol} must be ${made}, was ${shown(bars)}`, { symbol });
  }
  checkInterval(bars.interval);
  checkBars(bars, (row) => ({ text: `bar ${row} of ${symbol}`, details: { symbol } }));
  // Those of quotes alone go from one to the next, however near they are.
  if (quotes === undefined) checkSpan(bars, `bars of ${symbol}`);
  const others = {
    "bar of finer": finer?.time,
    "bar of reference": reference?.time,
    "time of quotes": quotes?.time,
    "sessionOpen of quotes": quotes?.sessionOpen,
    "sessionClose of quotes": quotes?.sessionClose,
    "open of sessions": sessions?.open,
    "close of sessions": sessions?.close,
  };
  checkLengths(symbol, "quotes", "bars", bars.length, { time: quotes?.time, bid: quotes?.bid, ask: quotes?.ask });
  checkLengths(symbol, "quotes", "sessionOpen", quotes?.sessionOpen.length, { sessionClose: quotes?.sessionClose });
  const { open, close, extendedOpen, extendedClose } = sessions ?? {};
  checkLengths(symbol, "sessions", "open", open?.length, { close });
  checkLengths(symbol, "sessions", "extendedOpen", extendedOpen?.length, { extendedClose });
  for (const [name, time] of Object.entries(others))
    if (time !== undefined) checkTimes(time, (row) => ({ text: `${name} ${row} of ${symbol}`, details: { symbol } }));
  sound.add(bars);
}

/** Columns that are read next to another, index by index. Throws `BARS_INVALID` for one of another length. */
function checkLengths(
  symbol: string,
  of: string,
  other: string,
  length: number | undefined,
  columns: Readonly<Record<string, Column | undefined>>,
): void {
  for (const [name, column] of Object.entries(columns)) {
    const was = column?.length;
    if (was === undefined || was === length) continue;
    const message = `${name} of the ${of} of ${symbol} must be as long as ${other}, ${length}, was ${was}`;
    throw new HindcastError("BARS_INVALID", message, { symbol, column: name, length: was, mustBe: length });
  }
}

/** The settings that say which part of the data a run is over. */
type PreparedRange = Pick<RunSettings, "from" | "to" | "zone" | "warmupBars" | "hours" | "graphPrices" | "currency">;

/** The range of prepared data, which a run over them has without naming it. Throws `SETTING_INVALID` when it names another. */
function rangeOf({ range, data }: PreparedRun, { settings = {}, symbols }: RunOptions): PreparedRange {
  for (const name of Object.keys(range) as (keyof PreparedRange)[]) {
    const value = settings[name];
    if (value !== undefined && value !== range[name]) throw otherRange(name, range[name], value);
  }
  const chosen = [...new Set(symbols)].toSorted();
  if (chosen.length > 0 && chosen.join() !== data.symbols.join()) throw otherRange("symbols", data.symbols, chosen);
  return range;
}

function otherRange(setting: string, prepared: unknown, value: unknown): HindcastError {
  return new HindcastError(
    "SETTING_INVALID",
    `${setting} must be that of the prepared data, ${shown(prepared)}, was ${shown(value)}`,
    { setting, prepared, value },
  );
}

function choose(data: MarketData, symbols: readonly string[] | undefined): MarketData {
  const series: unknown = (data as Partial<MarketData> | undefined)?.series;
  // A recorded market has series too, but its instruments stand beside them.
  if (!Array.isArray(series) || !series.every((one?: Partial<Series>) => one?.instrument?.symbol !== undefined)) {
    throw new HindcastError(
      "DATA_EMPTY",
      `data must be market data, such as readCsv, marketOf and marketData() of a recording make, was ${shown(data)}`,
    );
  }
  const known = data.series.map(({ instrument }) => instrument.symbol);
  const duplicate = known.find((symbol, i) => known.indexOf(symbol) !== i);
  if (duplicate !== undefined) {
    throw new HindcastError("BARS_INVALID", `the data must hold each symbol once, ${duplicate} was there twice`, {
      symbol: duplicate,
    });
  }
  if (symbols === undefined || symbols.length === 0) return data;
  for (const symbol of symbols) if (!known.includes(symbol)) throw unknownSymbol(symbol, known);
  const chosen = data.series.filter(({ instrument }) => symbols.includes(instrument.symbol));
  // What is not traded may still be a pair by which currencies are converted.
  return { ...data, series: chosen, rates: [...(data.rates ?? []), ...data.series] };
}

function unknownSymbol(symbol: string, known: readonly string[]): HindcastError {
  return new HindcastError(
    "SYMBOL_UNKNOWN",
    `symbol must be one of ${known.toSorted().join(", ")}, was ${JSON.stringify(symbol)}`,
    { symbol, known },
  );
}
