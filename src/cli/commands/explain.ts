import { type Command, Option } from "commander";
import {
  explainOrder,
  type FillExplanation,
  type OrderHistory,
  type OrderExplanation,
} from "../../engine/explain-order.ts";
import { rejectionText } from "../../broker/rejection.ts";
import { resolveSettings } from "../../engine/run-settings.ts";
import { Market } from "../../simulation/market.ts";
import { decimalsOf } from "../../market/currency-decimals.ts";
import { metrics } from "../../metrics/catalog.ts";
import type { Metric } from "../../metrics/define.ts";
import { type MetricPresetName, metricPresets } from "../../metrics/presets/summary-in.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { suggestionText, nearestNames } from "../../primitives/nearest-names.ts";
import { formatMoney, formatPrice, formatQuantity, priceDecimals } from "../../metrics/format.ts";
import { formatTime } from "../../report/format-time.ts";
import { ink, type Ink } from "../../report/terminal/ink.ts";
import { formatInstant } from "../../time/instant.ts";
import { checkInterval, type Interval, isDailyOrLonger } from "../../time/interval.ts";
import { type DataFile, dataOption } from "../options/data.ts";
import { addReadingOptions, readingOptions, type ReadingOptions } from "../options/reading.ts";
import { wholeOption } from "../options/values.ts";
import { wrappedTable } from "../../report/terminal/tables.ts";
import { readData } from "../read-data.ts";
import { readSavedRun } from "../read-saved-run.ts";
import { allEntries, type Entry, metricEntry } from "../explaining/entries.ts";
import { addExamples, allCommon } from "../help.ts";
import { hasColor, lineWidth, type Terminal } from "../../report/terminal/terminal.ts";

const EXAMPLES = [
  "hindcast explain sharpe",
  ["hindcast explain sharpe --in backtesting.py", "a metric as another engine computes it"],
  ["hindcast explain rsi", "an indicator"],
  ["hindcast explain fill-at", "a setting"],
  ["hindcast explain DATE_RANGE_EMPTY", "an error code"],
  ["hindcast explain insufficient_funds", "why an order was rejected"],
  "hindcast explain value-at-risk --json",
  "hindcast run sma-cross --data prices.csv --out out",
  ["hindcast explain --order 3 --run out --data prices.csv", "how order 3 filled"],
] as const;

interface ExplainOptions extends ReadingOptions {
  readonly order?: number;
  readonly run?: string;
  readonly data?: readonly DataFile[];
  readonly in?: MetricPresetName;
  readonly json?: true;
}

const ENGINES = Object.keys(metricPresets).toSorted() as MetricPresetName[];

/** `hindcast explain`: explains a name, or how an order of a run filled. */
export function explain(program: Command, terminal: Terminal): void {
  const command = program
    .command("explain")
    .summary("explain a metric, indicator, setting, error or order")
    .description(
      "Explains a metric, an indicator, a setting, an error code or a reason for rejected orders, or how an order of a saved run filled.",
    )
    .argument("[name]", "name to explain")
    .addOption(
      new Option("--in <engine>", "engine whose formula of the metric to show (default: Hindcast)").choices(ENGINES),
    )
    .option("--order <number>", "id of the order to explain, as in result.json", wholeOption("--order"))
    .option("--run <folder>", "folder written by run --out, or its result.json; needed with --order")
    .option("--data <file>", "price file that the run used; needed with --order; repeat for several files", dataOption)
    .option("--json", "print JSON");
  addExamples(addReadingOptions(allCommon(command)), EXAMPLES).action(
    async (name: string | undefined, options: ExplainOptions) => {
      const text =
        options.order === undefined
          ? explainName(name, options, terminal)
          : await explainOrderNumber(options, terminal);
      terminal.stdout.write(`${text}\n`);
    },
  );
}

function explainName(name: string | undefined, options: ExplainOptions, { stdout }: Terminal): string {
  const width = lineWidth(stdout);
  if (name === undefined && options.in !== undefined && options.json === undefined)
    return formatEngineMetrics(options.in, width);
  if (name === undefined || options.run !== undefined || options.data !== undefined)
    throw usage("explain needs a name, or --order with --run and --data");
  const found = options.in === undefined ? findEntries(name) : [metricEntry(engineMetric(name, options.in))];
  if (options.json === true) return JSON.stringify(found.length === 1 ? found[0]!.json : found.map(({ json }) => json));
  const columns = [{ heading: "" }, { heading: "", wraps: true }] as const;
  return found.map(({ heading, rows }) => [heading, ...wrappedTable(columns, rows, width)].join("\n")).join("\n\n");
}

async function explainOrderNumber(
  { order, run, data, json, ...reading }: ExplainOptions,
  { stdout, env }: Terminal,
): Promise<string> {
  if (order === undefined || run === undefined || data === undefined)
    throw usage("explain --order needs the run with --run and its data with --data");
  const { explanation, ...format } = await explainSavedOrder(run, data, order, readingOptions(reading));
  // JSON has null for a missing number, and no negative zero.
  if (json === true) return JSON.stringify(explanation);
  const pen = ink({ color: hasColor(stdout, env) });
  return formatOrder(explanation, { ...format, width: lineWidth(stdout) }, pen);
}

function usage(message: string): HindcastError {
  return new HindcastError("USAGE", message, {});
}

/** Finds entries of any kind by name or title. */
function findEntries(text: string): readonly Entry[] {
  const lowerCase = text.toLowerCase();
  const all = allEntries();
  const exact = all.filter(({ name }) => name === text);
  if (exact.length > 0) return exact;
  const found = all.filter(({ name, aliases }) => name.toLowerCase() === lowerCase || aliases.includes(lowerCase));
  if (found.length > 0) return found;
  const near = nearestNames(text, [...new Set(all.map(({ name }) => name))]);
  const meant = suggestionText(near, "; hindcast list metrics and hindcast list indicators show all names");
  throw new HindcastError("USAGE", `unknown name ${JSON.stringify(text)}${meant}`, { name: text, near });
}

/** Returns the metric with this name as another engine computes it. */
function engineMetric(text: string, engine: MetricPresetName): Metric {
  const preset: Readonly<Record<string, Metric>> = metricPresets[engine];
  const name =
    Object.values(metrics).find(({ name: id, title }) => [id, title.toLowerCase()].includes(text.toLowerCase()))
      ?.name ?? text;
  const metric = preset[name];
  if (metric !== undefined) return metric;
  const known = Object.keys(preset).toSorted();
  throw new HindcastError(
    "USAGE",
    `${engine} has no ${name}; it has ${known.join(", ")}. Omit --in for the formula of Hindcast`,
    { engine, metric: name, known },
  );
}

/** Formats a table of all metrics that an engine computes differently from Hindcast. */
function formatEngineMetrics(engine: MetricPresetName, width: number): string {
  const preset: Readonly<Record<string, Metric>> = metricPresets[engine];
  const rows = Object.values(preset).map(({ name, formula }) => [name, formula]);
  const sorted = rows.toSorted(([a], [b]) => (a! < b! ? -1 : 1));
  return wrappedTable(
    [{ heading: "metric" }, { heading: `as ${engine} computes it`, wraps: true }],
    sorted,
    width,
  ).join("\n");
}

/** Fields of a saved result that an explanation needs. */
interface SavedOrders extends OrderHistory {
  readonly symbols: readonly string[];
  readonly interval: string;
  readonly from: number;
}

/** Explanation of an order of a saved run, with what its text needs to format times and amounts. */
interface SavedExplanation {
  readonly explanation: OrderExplanation;
  readonly interval: Interval;
  readonly zone: string;
  /** Decimals of amounts in the account's currency. */
  readonly currencyDecimals: number;
}

/**
 * Explains how an order of a saved run filled. Reads the bars again, since a result does not contain them. Throws DATA_FILE_INVALID if the
 * data begin at another time than the run.
 */
async function explainSavedOrder(
  path: string,
  files: readonly DataFile[],
  orderId: number,
  reading: ReadingOptions,
): Promise<SavedExplanation> {
  const { file, members } = await readSavedRun(path);
  const books = members as unknown as SavedOrders;
  const settings = resolveSettings(books.settings);
  const interval = checkInterval(books.interval);
  const { symbols } = books;
  // The run may have named its only symbol with --symbol, so the only file gets that symbol.
  const named = files.length === 1 && symbols.length === 1 ? [{ ...files[0]!, symbols: [symbols[0]!] }] : files;
  const recorded = await readData(named, {
    currency: settings.currency,
    interval,
    zone: settings.zone,
    instrument: {},
    reading,
  });
  const market = new Market(recorded, symbols, settings);
  const dataFrom = Math.min(...market.traded.map(({ bars, first }) => bars.time[first] ?? Infinity));
  if (dataFrom !== books.from) {
    throw new HindcastError(
      "DATA_FILE_INVALID",
      `the data begin at ${formatInstant(dataFrom)}, but the run in ${file} began at ${formatInstant(books.from)}: pass --data with the files of that run`,
      { file, from: books.from, begins: dataFrom },
    );
  }
  const currencyDecimals = decimalsOf(
    settings.currency,
    market.traded.map(({ instrument }) => instrument),
  );
  return {
    explanation: explainOrder({ ...books, settings }, market, orderId),
    interval,
    zone: settings.zone,
    currencyDecimals,
  };
}

/** Format of times and amounts, and the width of the text. */
interface TextOptions {
  readonly interval: string;
  readonly zone: string;
  readonly currencyDecimals: number;
  readonly width: number;
}

const PLACES: Readonly<Record<FillExplanation["at"], string>> = {
  open: "at the open of the bar",
  bar: "inside the bar",
  close: "at the close of the bar",
};

/** Text of an order: its terms, its events, and for each fill the bar, the rule and the amounts. */
function formatOrder({ order, events, fills }: OrderExplanation, options: TextOptions, pen: Ink): string {
  const { interval, zone, currencyDecimals, width } = options;
  // Times of order events are shown to the minute even for daily bars.
  const at = (time: number) =>
    `${formatTime(time, isDailyOrLonger(interval as Interval) ? "1m" : interval, zone)}${zone === "UTC" ? " UTC" : ""}`;
  const bars = fills.flatMap(({ bar, basePrice }) => [bar.open, bar.high, bar.low, bar.close, basePrice]);
  const decimals = Math.max(2, priceDecimals([bars]));
  const price = (value: number) => formatPrice(value, decimals);
  const money = (value: number) => formatMoney(value, currencyDecimals);
  const prices = [
    ["stop", order.stopPrice],
    ["limit", order.limitPrice],
  ].flatMap(([name, value]) => (typeof value === "number" ? [`${name} ${price(value)}`] : []));
  const trails = typeof (order.trailAmount ?? order.trailPercent) === "number" ? ["trailing"] : [];
  const terms = prices.length === 0 ? [order.type] : [...trails, ...prices];
  const words = [order.side, formatQuantity(order.quantity), order.symbol, ...terms];
  const ended = `${order.status.replace("_", " ")}${["", order.status].includes(order.reason) ? "" : `: ${order.reason}`}`;
  const table = (rows: string[][]) => wrappedTable([{ heading: "" }, { heading: "", wraps: true }], rows, width);
  const steps = events.map((step) => {
    const numbers = rejectionText(step, { money, plain: formatQuantity });
    const why = [...new Set([step.event, step.reason, numbers])].filter((text) => text !== "");
    return [at(step.time), why.join(", ")];
  });
  return [
    pen.strong(`order ${order.id}: ${words.join(" ")}, ${order.timeInForce}`),
    ...(order.parentId > 0 ? [`exit of order ${order.parentId}`] : []),
    ended,
    "",
    ...table(steps),
    ...fills.flatMap((fill) => [
      "",
      ...table(
        fillRows(
          fill,
          { price, money, at },
          isDailyOrLonger(interval as Interval) ? fill.bar.date : formatTime(fill.bar.time, interval, zone),
        ),
      ),
    ]),
  ].join("\n");
}

function fillRows(
  { fill, bar, at, rule, basePrice, slippage, cashBefore, cashAfter }: FillExplanation,
  { price, money, at: time }: Readonly<Record<"price" | "money" | "at", (value: number) => string>>,
  barTime: string,
): string[][] {
  // With bookAt: bar-close, a fill at the open of a bar is booked when the bar closes.
  const atOpen = at === "bar" && basePrice === bar.open;
  const place = atOpen ? `at the open of the bar of ${barTime}, booked at its close` : `${PLACES[at]} of ${barTime}`;
  const ambiguous = fill.ambiguous
    ? "; ambiguous: the bar reached several orders, and its prices do not show which filled first"
    : "";
  return [
    ["filled", `${formatQuantity(fill.quantity)} at ${price(fill.price)}, ${time(fill.time)}`],
    ["where", `${place}${ambiguous}`],
    ["rule", rule],
    ["bar", `open ${price(bar.open)}, high ${price(bar.high)}, low ${price(bar.low)}, close ${price(bar.close)}`],
    ["price", `${price(basePrice)} before slippage of ${price(slippage)}`],
    ["commission", money(fill.commission)],
    ["cash", `${money(cashBefore)} before, ${money(cashAfter)} after`],
  ];
}
