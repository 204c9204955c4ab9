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
import { type DataFile, dataOption, symbolOption } from "../options/data.ts";
import { indicatorOption, type WrittenIndicator } from "../options/indicator.ts";
import { addExamples } from "../help.ts";
import { readData } from "../read-data.ts";
import type { Terminal } from "../terminal.ts";

/** Which prices indicators read: those that a strategy's read by the setting `graphPrices`, in prices of the last bar, or those of the recording. */
export type IndicatorPrices = RunSettings["graphPrices"] | "as-recorded";

/** Every answer there is; the first is the default of a run. */
export const INDICATOR_PRICES: readonly IndicatorPrices[] = ["splits", "splits-and-dividends", "as-recorded"];

interface PricedSeries {
  readonly priced: Series;
  readonly notes: readonly string[];
}

/** A series in the prices that are asked for, and what must be said of them. */
export function pricedSeries(series: Series, prices: IndicatorPrices): PricedSeries {
  const { instrument, actions = [], quotes } = series;
  if (quotes !== undefined)
    return {
      priced: series,
      notes: [
        `${instrument.symbol} has only bids and asks: each bar lies between two of them, and its prices are mid prices.`,
      ],
    };
  if (actions.length === 0) return { priced: series, notes: [] };
  if (prices === "as-recorded")
    return {
      priced: series,
      notes: ["Prices are as recorded, with the jumps that splits and dividends leave in them."],
    };
  const dividends = prices === "splits-and-dividends";
  return {
    priced: { ...series, bars: adjustToLastBar(series, { dividends }) },
    notes: [
      `Prices are those of the last bar, restated without the jumps of ${dividends ? "splits and dividends" : "splits"}.`,
    ],
  };
}

const EXAMPLES = [
  "hindcast indicators compute --data prices.csv --indicator rsi:14,macd",
  "hindcast indicators compute --data prices.csv --indicator bollinger:20:2.5 --out json",
  "hindcast indicators compute --data prices.csv --indicator ema:50:seed=first,sma:10:source=volume > columns.csv",
  "hindcast indicators compute --data minutes.csv --indicator vwap:anchor=week,pivots",
  "hindcast indicators compute --data my-recording --symbol AAPL --indicator rsi:14 --graph-prices splits-and-dividends",
  ["hindcast list indicators", "names, inputs, parameters and first values"],
] as const;

const NOTES = [
  "A missing value is empty in CSV and null in JSON. Notes about the data go to standard error, or to notes in JSON.",
];

interface ComputeOptions {
  readonly data: readonly DataFile[];
  readonly indicator: readonly WrittenIndicator[];
  readonly symbol?: string;
  readonly interval?: Interval;
  readonly zone?: string;
  readonly graphPrices: IndicatorPrices;
  readonly out: "csv" | "json";
}

/** `hindcast indicators`: what indicators say of recorded bars. */
export function indicators(program: Command, terminal: Terminal): void {
  const command = program
    .command("indicators")
    .summary("compute indicators on recorded bars")
    .description("Computes indicators on recorded bars.");
  const one = command
    .command("compute")
    .summary("compute indicators on a file of bars")
    .description("Prints bars with a column for each output of each indicator.")
    .requiredOption(
      "--data <file>",
      "price file (CSV, NDJSON, Parquet) or folder of a recording, also as SYMBOL=FILE",
      dataOption,
    )
    .requiredOption(
      "--indicator <list>",
      "indicators, separated by commas: NAME, or NAME:NUMBER:PARAM=VALUE; INPUT=FIELD chooses the column of an input",
      indicatorOption,
    )
    .option("--symbol <symbol>", "symbol in a recording, or to give to a file (default: the file's name)", symbolOption)
    .option(
      "--interval <interval>",
      "bar interval, such as 1h or 1d (default: that of the file, or the finest in the recording)",
      checkInterval,
    )
    .option("--zone <zone>", "time zone of times without an offset, such as America/New_York (default: UTC)")
    .addOption(
      new Option("--graph-prices <which>", "adjustment of the prices, backwards from the last bar")
        .choices(INDICATOR_PRICES)
        .default(INDICATOR_PRICES[0], INDICATOR_PRICES[0]),
    )
    .addOption(new Option("--out <format>", "output format").choices(["csv", "json"]).default("csv", "csv"));
  addExamples(one, EXAMPLES, NOTES).action((options: ComputeOptions) => compute(options, terminal));
}

async function compute(options: ComputeOptions, terminal: Terminal): Promise<void> {
  const { symbol, interval, zone } = options;
  if (options.data.length > 1) throw parameterError("--data", "one file", `${options.data.length} files`);
  const files = options.data.map((file) => (symbol === undefined ? file : { ...file, symbol }));
  const { series, notes } = await readData(files, { instrument: {}, ...withoutUndefined({ zone, interval }) });
  const { priced, notes: ofPrices } = pricedSeries(meantSeries(series, files[0]!.symbol), options.graphPrices);
  const columns = options.indicator.flatMap((written) => indicatorColumns(written, priced));
  const said = [...ofPrices, ...notes];
  // A table of columns has no place for sentences.
  if (options.out === "csv") for (const note of said) terminal.stderr.write(`note: ${note}\n`);
  const text = options.out === "json" ? json(priced, said, columns) : csv(priced.bars, columns);
  for (const piece of text) terminal.stdout.write(piece);
}

/** The series of a symbol, which may bring others with it, as an option brings what it is on; the only one there is where none is named. */
function meantSeries(series: readonly Series[], symbol: string | undefined): Series {
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

/** One output of an indicator over bars, named as the indicator was written: `rsi:14`, `macd.signal`. */
interface NamedColumn {
  readonly name: string;
  readonly values: Column;
}

/**
 * The columns of an indicator as somebody wrote it. `source` is the close and any input of its own takes a field of the bars by name:
 * `correlation:20:other=volume`. An `anchor` takes `session`, which it is unless given, `week`, `month` or `none`: by the exchange's calendar
 * where the series has one. Throws for a name that the catalogue does not have, an input without a column, and what the
 * indicator itself refuses.
 */
function indicatorColumns(written: WrittenIndicator, series: Series): NamedColumn[] {
  const indicator = Object.hasOwn(catalogue, written.name) ? catalogue[written.name]! : undefined;
  if (indicator === undefined) throw unknown(written.name);
  const inputs = inputsOf(indicator, written, series);
  const names = indicator.spec.inputs as readonly string[];
  const params = written.named.filter(([name]) => !names.includes(name));
  const specs = indicator.spec.params as ParamSpecs;
  // Where they are put together by assignment `__proto__` would be lost, and nothing said.
  const foreign = params.filter(([name]) => name !== "compat" && !Object.hasOwn(specs, name));
  resolveParams(written.name, specs, Object.fromEntries(foreign));
  const byPlace = Object.keys(specs).filter((name) => "min" in specs[name]!);
  const twice = byPlace.slice(0, written.numbers.length).find((place) => params.some(([name]) => name === place));
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

function inputsOf({ spec }: AnyIndicator, { text, named }: WrittenIndicator, { bars, calendar }: Series): Column[] {
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

function unknown(name: string): HindcastError {
  const known = Object.keys(catalogue).toSorted();
  return new HindcastError(
    "INDICATOR_UNKNOWN",
    `indicator must be a name of "hindcast list indicators", was ${formatValue(name)}${suggestionText(nearestNames(name, known))}`,
    { indicator: name, known },
  );
}
