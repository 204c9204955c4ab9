import { basename } from "node:path";
import { needsFiner } from "../../broker/models/sequence.ts";
import { DEFAULT_SETTINGS, type RunSettings } from "../../engine/run-settings.ts";
import { readColumns } from "../../data/read-columns.ts";
import { joinColumns, type TimedColumns } from "../../market/join-columns.ts";
import type { MarketData } from "../../market/market-data.ts";
import { withoutUndefined } from "../../primitives/record-helpers.ts";
import { HindcastError } from "../../primitives/errors.ts";
import type { ParamSpecs } from "../../primitives/param.ts";
import { findStrategy } from "../loading/find-strategy.ts";
import type { FoundStrategy } from "../loading/known-strategies.ts";
import { dateZone } from "../../market/session-dates.ts";
import { explicitSettings } from "../options/setting.ts";
import type { WrittenParam } from "../options/values.ts";
import { unknownSymbol } from "../../simulation/market.ts";
import { readData } from "../read-data.ts";
import { readingOptions } from "../options/reading.ts";
import { printReadings } from "../output/results.ts";
import { SAMPLE_NOTE, sampleData } from "../sample-data.ts";
import type { Terminal } from "../../report/terminal/terminal.ts";
import type { RunCommandOptions } from "./run-options.ts";

/** A strategy, its market data, and the options of its run. */
export interface OpenedRun<Params> {
  readonly found: FoundStrategy;
  readonly data: MarketData;
  /** Lines on how its files were understood, which are printed already. */
  readonly shown: readonly string[];
  readonly run: {
    readonly params: Params;
    readonly settings: Partial<RunSettings>;
    /** Symbols to trade, if the command names them. */
    readonly symbols?: readonly string[];
  };
}

/**
 * Loads the strategy and the data of a command, and prints a line on how each file was understood. `paramsOf` parses the strategy's
 * parameters.
 */
export async function openRun<Params>(
  reference: string,
  options: RunCommandOptions,
  paramsOf: (specs: ParamSpecs, written: readonly WrittenParam[], strategy: string) => Params,
  terminal: Terminal,
): Promise<OpenedRun<Params>> {
  const found = await findStrategy(reference, options.strategies);
  const given = explicitSettings(options, found);
  const params = paramsOf(found.strategy.params ?? {}, options.param, found.strategy.name);
  let shown: readonly string[] = [];
  const data = await readRunData(options, given, (lines) => {
    shown = lines;
    printReadings(lines, options, terminal);
  });
  const symbols = options.symbol === undefined || symbolNamesFile(options) ? undefined : options.symbol;
  return { found, data, shown, run: { params, settings: withDataZone(given, data), ...withoutUndefined({ symbols }) } };
}

/** Reads the data that a command names. `show` receives a line for each file that says how it was understood. */
export async function readRunData(
  options: RunCommandOptions,
  settings: Partial<RunSettings>,
  show?: (lines: readonly string[]) => void,
): Promise<MarketData> {
  const { data = [sampleData()], symbol, dataOnly = [], zone, interval, calendar, lot, tick } = options;
  const read = symbol === undefined ? undefined : [...new Set([...symbol, ...dataOnly])];
  const files = read !== undefined && symbolNamesFile(options) ? [{ ...data[0]!, symbols: read }] : data;
  const reading = {
    reading: readingOptions(options),
    currency: settings.currency ?? DEFAULT_SETTINGS.currency,
    finer: needsFiner(settings),
    dataOnly,
    instrument: withoutUndefined({ lot, tick }),
    ...withoutUndefined({ zone, interval, calendar }),
  };
  const market = await readData(files, reading, options.data === undefined ? undefined : show);
  const joined = withoutTrading(await joinFiles(market, options), dataOnly);
  return options.data === undefined ? { ...joined, notes: [SAMPLE_NOTE, ...joined.notes] } : joined;
}

/** Joins the files of `--join` to the market. Throws `USAGE` without `--lag` and `--known-at`, and for either without `--join`. */
async function joinFiles(
  market: MarketData,
  { join = [], lag, knownAt, zone, dateFormat }: RunCommandOptions,
): Promise<MarketData> {
  if (join.length === 0 && lag === undefined && knownAt === undefined) return market;
  if (join.length === 0)
    throw new HindcastError("USAGE", "--lag and --known-at belong to --join FILE, which is missing");
  if ((lag === undefined) === (knownAt === undefined)) {
    const how = "--lag TIME after the time of its row (0, 90m, 1d), or the time in a column, --known-at COLUMN";
    throw new HindcastError("USAGE", `--join must know when a value is known: either ${how}`);
  }
  const known = withoutUndefined({ knownAt });
  let joined = market;
  for (const { file, symbols } of join) {
    const own = zone ?? zoneOfBars(joined, file, symbols);
    const tables = await readColumns(file, { ...known, zone: own, ...withoutUndefined({ dateFormat }) });
    const chosen = symbols === undefined ? tables : symbols.flatMap((symbol) => tablesOf(tables, symbol));
    joined = joinColumns(joined, chosen, lag === undefined ? known : { lag });
    const note = `${basename(file)}: times without an offset from UTC are read in the time zone ${own}.`;
    joined = { ...joined, notes: [...joined.notes, note] };
  }
  return joined;
}

/** Returns the zone of the bars that a file joins: in another zone, its values would be known too early or too late. Throws `USAGE` for several. */
function zoneOfBars({ series }: MarketData, file: string, symbols?: readonly string[]): string {
  const bars = series.filter(({ instrument }) => symbols?.includes(instrument.symbol) ?? true);
  const zones = new Set(bars.map((one) => one.zone ?? one.bars.zone ?? one.calendar?.zone ?? "UTC"));
  if (zones.size > 1)
    throw new HindcastError(
      "USAGE",
      `--zone must name the time zone of ${basename(file)}, since it joins bars of several: ${[...zones].join(", ")}`,
    );
  return [...zones][0] ?? "UTC";
}

/** Gives symbols the role `data`. Throws `SYMBOL_UNKNOWN` for a symbol that the market does not have. */
function withoutTrading(market: MarketData, dataOnly: readonly string[]): MarketData {
  if (dataOnly.length === 0) return market;
  const known = market.series.map(({ instrument }) => instrument.symbol);
  for (const symbol of dataOnly) if (!known.includes(symbol)) throw unknownSymbol(symbol, known);
  const series = market.series.map((one) =>
    dataOnly.includes(one.instrument.symbol)
      ? { ...one, instrument: { ...one.instrument, role: "data" as const } }
      : one,
  );
  return { ...market, series };
}

/** Returns the tables of a file for one symbol: those of that symbol, or all if the file names none. */
function tablesOf(tables: readonly TimedColumns[], symbol: string): readonly TimedColumns[] {
  return tables.filter((table) => (table.symbol ?? symbol) === symbol).map((table) => ({ ...table, symbol }));
}

/** Whether `--symbol` names the instrument of the only file, instead of choosing among several instruments. */
function symbolNamesFile({ data }: RunCommandOptions): boolean {
  return data?.length === 1 && data[0]!.symbols === undefined;
}

/** Adds the time zone that a run would use for these data unless one is set, so that printed times match those of the run. */
function withDataZone(settings: Partial<RunSettings>, { series }: MarketData): Partial<RunSettings> {
  if (settings.zone !== undefined) return settings;
  const zone = dateZone(series);
  return zone === "UTC" ? settings : { ...settings, zone };
}
