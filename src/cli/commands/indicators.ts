import { type Command, Option } from "commander";
import type { RunSettings } from "../../engine/run-settings.ts";
import { indicators as catalogue } from "../../indicators/catalog.ts";
import type { AnyIndicator } from "../../indicators/define.ts";
import { adjustToLastBar } from "../../market/adjust.ts";
import { anchorOf } from "../../market/anchor.ts";
import type { Bars } from "../../market/bars.ts";
import type { Series } from "../../market/market-data.ts";
import { ANCHOR_PERIODS } from "../../primitives/anchor-period.ts";
import { parameterError, formatValue } from "../../primitives/check.ts";
import type { Column } from "../../primitives/column.ts";
import { withoutUndefined } from "../../primitives/record-helpers.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { isNumberText, parseParamValue } from "../../primitives/parse-text.ts";
import { suggestionText, nearestNames } from "../../primitives/nearest-names.ts";
import { type ParamSpecs, resolveParams } from "../../primitives/param.ts";
import { csvChunks, instantCell } from "../../report/csv.ts";
import { jsonChunks } from "../../report/json.ts";
import { checkInterval, type Interval } from "../../time/interval.ts";
import { CALENDARS } from "../../time/calendars/catalog.ts";
import { choiceOption } from "../options/values.ts";
import { type DataFile, dataOption, symbolsOption } from "../options/data.ts";
import { addReadingOptions, readingOptions, type ReadingOptions } from "../options/reading.ts";
import { indicatorOption, type WrittenIndicator } from "../options/indicator.ts";
import { addExamples, allCommon } from "../help.ts";
import { printReadings } from "../output/results.ts";
import { readData } from "../read-data.ts";
import type { Terminal } from "../../report/terminal/terminal.ts";

/** Prices that indicators read: adjusted backwards from the last bar as by the setting `graphPrices` of a run, or as recorded. */
export type IndicatorPrices = RunSettings["graphPrices"] | "as-recorded";

/** All choices of prices. The first is the default in a run. */
export const INDICATOR_PRICES: readonly IndicatorPrices[] = ["splits", "splits-and-dividends", "as-recorded"];

interface AdjustedSeries {
  readonly adjusted: Series;
  readonly notes: readonly string[];
}

/** Returns a series with adjusted prices, and notes about them. */
export function adjustSeries(series: Series, prices: IndicatorPrices): AdjustedSeries {
  const { instrument, actions = [], quotes } = series;
  if (quotes !== undefined)
    return {
      adjusted: series,
      notes: [
        `${instrument.symbol} has only bid and ask quotes: each bar spans two quotes, and its prices are mid prices.`,
      ],
    };
  if (actions.length === 0) return { adjusted: series, notes: [] };
  if (prices === "as-recorded")
    return {
      adjusted: series,
      notes: ["Prices are as recorded, not adjusted for splits and dividends."],
    };
  const dividends = prices === "splits-and-dividends";
  return {
    adjusted: { ...series, bars: adjustToLastBar(series, { dividends }) },
    notes: [`Prices are adjusted for ${dividends ? "splits and dividends" : "splits"}, backwards from the last bar.`],
  };
}

const EXAMPLES = [
  "hindcast indicators compute --data prices.csv --indicator rsi:14,macd",
  "hindcast indicators compute --data prices.csv --indicator bollinger:20:2.5 --out json",
  "hindcast indicators compute --data prices.csv --indicator ema:50:seed=first,sma:10:source=volume > columns.csv",
  "hindcast indicators compute --data minutes.csv --indicator vwap:anchor=week,pivots",
  "hindcast indicators compute --data my-recording --symbol AAPL --indicator rsi:14 --graph-prices splits-and-dividends",
  ["hindcast list indicators", "lists names, inputs, parameters and first values"],
] as const;

const NOTES = [
  "A missing value is empty in CSV and null in JSON. Notes about the data go to standard error, or to notes in JSON.",
];

interface ComputeOptions extends ReadingOptions {
  readonly data: readonly DataFile[];
  readonly indicator: readonly WrittenIndicator[];
  readonly symbol?: readonly string[];
  readonly interval?: Interval;
  readonly zone?: string;
  readonly calendar?: string;
  readonly graphPrices: IndicatorPrices;
  readonly out: "csv" | "json";
}

/** `hindcast indicators`: computes indicators on recorded bars. */
export function indicators(program: Command, terminal: Terminal): void {
  const command = program
    .command("indicators")
    .summary("compute indicators on recorded bars")
    .description("Computes indicators on recorded bars.");
  const one = command
    .command("compute")
    .summary("compute indicators on bars of a file or a recording")
    .description("Prints bars with a column for each output of each indicator.")
    .requiredOption("--data <file>", "price file or folder of a recording, also as SYMBOL=FILE", dataOption)
    .requiredOption(
      "--indicator <list>",
      "indicators, separated by commas, such as rsi:14 or ema:50:seed=first; INPUT=FIELD sets the field that an input reads, such as sma:10:source=volume",
      indicatorOption,
    )
    .option(
      "--symbol <symbol>",
      "symbol in a recording; for a file, the symbol of its bars (default: the file's name)",
      symbolsOption,
    )
    .option(
      "--interval <interval>",
      "bar interval, such as 15s, 1h or 1d (default: that of the file; in a recording, the finest of the symbol)",
      checkInterval,
    )
    .option("--zone <zone>", "time zone of times without an offset from UTC, such as America/New_York (default: UTC)")
    .option(
      "--calendar <name>",
      `trading calendar of the file: ${CALENDARS.join(", ")} (default: none)`,
      choiceOption("--calendar", CALENDARS),
    )
    .addOption(
      new Option("--graph-prices <adjustment>", "what prices are adjusted for, backwards from the last bar")
        .choices(INDICATOR_PRICES)
        .default(INDICATOR_PRICES[0], INDICATOR_PRICES[0]),
    )
    .addOption(new Option("--out <format>", "output format").choices(["csv", "json"]).default("csv", "csv"));
  addExamples(addReadingOptions(allCommon(one)), EXAMPLES, NOTES).action((options: ComputeOptions) =>
    compute(options, terminal),
  );
}

async function compute(options: ComputeOptions, terminal: Terminal): Promise<void> {
  const { symbol, interval, zone, calendar } = options;
  if (options.data.length > 1) throw parameterError("--data", "one file", `${options.data.length} files`);
  const files = options.data.map((file) => (symbol === undefined ? file : { ...file, symbols: symbol }));
  const reading = readingOptions(options);
  let shown: readonly string[] = [];
  const how = { instrument: {}, reading, ...withoutUndefined({ zone, interval, calendar }) };
  const { series, notes } = await readData(files, how, (lines) => {
    shown = lines;
    printReadings(lines, { json: true }, terminal);
  });
  const { adjusted, notes: ofPrices } = adjustSeries(chooseSeries(series, files[0]!.symbols?.[0]), options.graphPrices);
  const columns = options.indicator.flatMap((written) => indicatorColumns(written, adjusted));
  const allNotes = [...ofPrices, ...notes];
  // CSV has no place for notes, so they go to standard error.
  if (options.out === "csv") {
    for (const note of allNotes) if (!shown.includes(note)) terminal.stderr.write(`note: ${note}\n`);
  }
  const text = options.out === "json" ? json(adjusted, allNotes, columns) : csv(adjusted.bars, columns);
  for (const piece of text) terminal.stdout.write(piece);
}

/** Returns the series of a symbol, or the only series if no symbol is named. Reading an option also reads its underlying. */
function chooseSeries(series: readonly Series[], symbol: string | undefined): Series {
  const meant = series.length === 1 ? series[0] : series.find(({ instrument }) => instrument.symbol === symbol);
  if (meant !== undefined) return meant;
  const known = series.map(({ instrument }) => instrument.symbol);
  throw new HindcastError("USAGE", `--symbol must be one of ${known.join(", ")}, was not given`, { known });
}

const PRICES = ["open", "high", "low", "close", "volume"] as const;

function csv(bars: Bars, columns: readonly NamedColumn[]): Iterable<string> {
  const all = [...PRICES.map((field) => bars[field]), ...columns.map(({ values }) => values)];
  const rows = function* () {
    for (let i = 0; i < bars.length; i++) yield [instantCell(bars.time[i]!), ...all.map((values) => values[i]!)];
  };
  return csvChunks(["time", ...PRICES, ...columns.map(({ name }) => name)], rows());
}

function* json(
  { instrument, bars }: Series,
  notes: readonly string[],
  columns: readonly NamedColumn[],
): Generator<string> {
  const plain = (values: Float64Array) => Array.from(values, (value) => (Number.isFinite(value) ? value : null));
  yield* jsonChunks({
    symbol: instrument.symbol,
    interval: bars.interval,
    notes,
    time: Array.from(bars.time, instantCell),
    ...Object.fromEntries(PRICES.map((field) => [field, plain(bars[field])])),
    indicators: Object.fromEntries(columns.map(({ name, values }) => [name, plain(values)])),
  });
  yield "\n";
}

const FIELDS = ["open", "high", "low", "close", "volume"] as const;

/** One output of an indicator, named as in `--indicator`: `rsi:14`, `macd.signal`. */
interface NamedColumn {
  readonly name: string;
  readonly values: Column;
}

/**
 * Computes the columns of an indicator. `source` is the close by default, and inputs may name any field of the bars:
 * `correlation:20:other=volume`. `anchor` is `session` (default), `week`, `month` or `none`, by the exchange's calendar if the series has
 * one.
 *
 * Throws for unknown indicators, inputs without a column, and parameters that the indicator rejects.
 */
function indicatorColumns(written: WrittenIndicator, series: Series): NamedColumn[] {
  const indicator = Object.hasOwn(catalogue, written.name) ? catalogue[written.name]! : undefined;
  if (indicator === undefined) throw unknownIndicatorError(written.name);
  const inputs = resolveInputs(indicator, written, series);
  const names = indicator.spec.inputs as readonly string[];
  const params = written.named.filter(([name]) => !names.includes(name));
  const specs = indicator.spec.params as ParamSpecs;
  // Unknown parameters are found here, since building an object would silently drop `__proto__`.
  const unknownParams = params.filter(([name]) => name !== "compat" && !Object.hasOwn(specs, name));
  resolveParams(written.name, specs, Object.fromEntries(unknownParams));
  const positionalNames = Object.keys(specs).filter((name) => "min" in specs[name]!);
  const twice = positionalNames
    .slice(0, written.numbers.length)
    .find((place) => params.some(([name]) => name === place));
  if (twice !== undefined)
    throw parameterError(`--indicator ${written.text}: ${twice}`, "given once", "given by position and by name");
  const result: unknown = indicator(
    ...inputs,
    ...written.numbers.map((text) => numberOf(written, text)),
    Object.fromEntries(params.map(([name, text]) => [name, parseParamValue(specs[name], text)])),
  );
  if (result instanceof Float64Array) return [{ name: written.text, values: result }];
  return Object.entries(result as Readonly<Record<string, Column>>).map(([output, values]) => ({
    name: `${written.text}.${output}`,
    values,
  }));
}

function resolveInputs(
  { spec }: AnyIndicator,
  { text, named }: WrittenIndicator,
  { bars, calendar }: Series,
): Column[] {
  return (spec.inputs as readonly string[]).map((input) => {
    const given = named.find(([name]) => name === input)?.[1];
    if (input === "anchor") {
      const period = ANCHOR_PERIODS.find((one) => one === (given ?? "session"));
      if (period !== undefined) return anchorOf(bars, period, calendar);
      throw parameterError(`--indicator ${text}: anchor`, `one of ${ANCHOR_PERIODS.join(", ")}`, given);
    }
    const field = given ?? (input === "source" ? "close" : input);
    const known = FIELDS.find((one) => one === field);
    if (known === undefined)
      throw parameterError(
        `--indicator ${text}: ${input}`,
        `given as ${input}=FIELD, one of ${FIELDS.join(", ")}`,
        field,
      );
    return bars[known];
  });
}

function numberOf({ text }: WrittenIndicator, number: string): number {
  if (isNumberText(number)) return Number(number);
  throw parameterError(`--indicator ${text}`, "numbers, or PARAM=VALUE, after colons", number);
}

function unknownIndicatorError(name: string): HindcastError {
  const known = Object.keys(catalogue).toSorted();
  return new HindcastError(
    "INDICATOR_UNKNOWN",
    `indicator must be a name of "hindcast list indicators", was ${formatValue(name)}${suggestionText(nearestNames(name, known))}`,
    { indicator: name, known },
  );
}
