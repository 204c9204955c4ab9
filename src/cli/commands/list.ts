import { type Command, Option } from "commander";
import type { StrategyNeeds } from "../../engine/strategy.ts";
import { indicators } from "../../indicators/catalog.ts";
import { metrics, metricTables } from "../../metrics/catalog.ts";
import { HindcastError } from "../../primitives/errors.ts";
import type { ParamSpecs } from "../../primitives/param.ts";
import { reportFailure } from "../failure.ts";
import { knownStrategies } from "../loading/known-strategies.ts";
import { indicatorFacts } from "../output/indicator-facts.ts";
import { STRATEGY_FOLDER } from "../loading/strategy-folder.ts";
import { type TableColumn, wrappedTable } from "../../report/terminal/tables.ts";
import { addExamples } from "../help.ts";
import { lineWidth, type Terminal } from "../../report/terminal/terminal.ts";

const EXAMPLES = [
  "hindcast list indicators",
  "hindcast list strategies --strategies ./my-strategies",
  "hindcast list metrics --json",
];

/** Parsed options of `hindcast list`. */
interface ListCommandOptions {
  readonly strategies: string;
  readonly json?: true;
}

/** `hindcast list`: lists indicators, strategies or metrics. */
export function list(program: Command, terminal: Terminal): void {
  const command = program
    .command("list")
    .summary("list indicators, strategies or metrics")
    .description("Lists indicators, strategies or metrics as a table, or with all details as JSON.")
    .argument("<what>", `what to list: ${Object.keys(LISTS).join(", ")}`, listOption)
    .addOption(new Option("--strategies <dir>", "folder of strategies").default(STRATEGY_FOLDER, "the built-in ones"))
    .option("--json", "print JSON");
  addExamples(command, EXAMPLES).action((what: string, options: ListCommandOptions) =>
    printList(what, options, terminal),
  );
}

function listOption(text: string): string {
  if (Object.hasOwn(LISTS, text)) return text;
  const known = Object.keys(LISTS);
  throw new HindcastError("USAGE", `list must be followed by one of ${known.join(", ")}, was ${JSON.stringify(text)}`, {
    known,
  });
}

async function printList(what: string, options: ListCommandOptions, terminal: Terminal): Promise<void> {
  const { stdout } = terminal;
  const { columns, rows, json, failures } = await LISTS[what]!(options);
  const width = lineWidth(stdout);
  const text = options.json === true ? JSON.stringify(json) : wrappedTable(columns, rows, width).join("\n");
  stdout.write(`${text}\n`);
  const [first, ...others] = failures;
  for (const failure of others) reportFailure(failure, terminal);
  if (first !== undefined) throw first;
}

const LISTS: Readonly<Record<string, (options: ListingOptions) => Listing | Promise<Listing>>> = {
  indicators: listIndicators,
  strategies: listStrategies,
  metrics: listMetrics,
};

/** Lists the strategies of a folder. */
async function listStrategies(options: ListingOptions): Promise<Listing> {
  const { strategies, failures } = await knownStrategies(options.strategies);
  const all = strategies.map(({ strategy, file, sourceHash }) => ({
    name: strategy.name,
    description: strategy.description ?? "",
    params: (strategy.params ?? {}) as ParamSpecs,
    needs: (strategy.needs ?? {}) as StrategyNeeds,
    file,
    sourceHash,
  }));
  return {
    columns: [
      { heading: "name" },
      { heading: "description", wraps: true },
      { heading: "needs", wraps: true },
      { heading: "parameters", wraps: true },
    ],
    rows: all.map(({ name, description, needs, params }) => [name, description, needsText(needs), paramText(params)]),
    json: all,
    failures,
  };
}

/** Formats what a strategy needs in addition to one symbol and a cash account. */
function needsText({ symbols = 1, history, account }: StrategyNeeds): string {
  return [
    symbols > 1 ? `${symbols} symbols` : "",
    account === undefined ? "" : `--account ${account}`,
    history === undefined ? "" : `${history} bars`,
  ]
    .filter((text) => text !== "")
    .join(", ");
}

/** Lists all indicators, with the index of their first value for default parameters and inputs without gaps at the start. */
function listIndicators(): Listing {
  const all = Object.values(indicators)
    .map(indicatorFacts)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return {
    columns: [
      { heading: "name" },
      { heading: "title", wraps: true },
      { heading: "inputs", wraps: true },
      { heading: "parameters", wraps: true },
      { heading: "first value", align: "right" },
    ],
    rows: all.map(({ name, title, inputs, params, outputs }) => [
      name,
      title,
      inputs.join(" "),
      paramText(params as ParamSpecs),
      [...new Set(outputs.map(({ firstValue }) => firstValue))].join(", "),
    ]),
    json: all,
    failures: [],
  };
}

/** Lists all metrics of a run, numbers first, then tables. */
function listMetrics(): Listing {
  const numbers = Object.values(metrics);
  const tables = Object.values(metricTables);
  return {
    columns: [
      { heading: "name" },
      { heading: "title", wraps: true },
      { heading: "unit" },
      { heading: "formula", wraps: true },
    ],
    rows: [
      ...numbers.map(({ name, title, unit, formula }) => [name, title, unit, formula]),
      ...tables.map(({ name, title, formula }) => [name, title, "table", formula]),
    ],
    json: [...numbers, ...tables],
    failures: [],
  };
}

/** Items of a list, as rows of a table and as JSON. */
interface Listing {
  readonly columns: readonly TableColumn[];
  readonly rows: readonly (readonly string[])[];
  /** All details of each item, in the order of the table's rows. */
  readonly json: readonly object[];
  /** Errors of strategy files that could not be loaded. */
  readonly failures: readonly HindcastError[];
}

/** Options of each function that lists items. */
interface ListingOptions {
  /** Folder whose strategies are listed. */
  readonly strategies: string;
}

/** Formats parameters with their defaults on one line: `fast=12 slow=26`. */
function paramText(specs: ParamSpecs): string {
  return Object.entries(specs)
    .map(([name, spec]) => `${name}=${String(spec.default)}`)
    .join(" ");
}
