import { basename, resolve } from "node:path";
import type { Command } from "commander";
import type { AssetClass } from "../../market/recorded-market.ts";
import { parameterError } from "../../primitives/check.ts";
import { type ErrorCode, HindcastError } from "../../primitives/errors.ts";
import { withoutUndefined } from "../../primitives/record-helpers.ts";
import { pluralize } from "../../primitives/words.ts";
import { ASSET_CLASSES } from "../../data/importing/instrument-of.ts";
import type { Imported } from "../../data/importing/import-market.ts";
import { fetchMarket } from "../../data/fetching/fetch-market.ts";
import { openRecording } from "../../data/recording/open-recording.ts";
import { writeRecording } from "../../data/recording/write-recording.ts";
import { SOURCE_NAMES, sourceOf, sources } from "../../data/sources/catalog.ts";
import { checkInterval, type Interval } from "../../time/interval.ts";
import { choiceOption } from "../options/values.ts";
import { createProgress } from "../output/progress.ts";
import { stoppable } from "../ending.ts";
import { addExamples, common } from "../help.ts";
import type { Terminal } from "../../report/terminal/terminal.ts";
import { existingRecording, printReport, reportRejected } from "./import.ts";

const EXAMPLES = [
  "hindcast fetch binance BTC/USDT 1h --from 2023 --into btc",
  "hindcast fetch yahoo AAPL,MSFT --into stocks",
  "hindcast fetch alpaca AAPL 1m --from 2024-01-02 --to 2024-01-31",
  "hindcast fetch ccxt:kraken BTC/USD 1d --from 2024",
];

const NAME_WIDTH = 14;
const SOURCES = [
  "Sources:",
  ...[...sources.values()].map(({ title }, at) => `  ${SOURCE_NAMES[at]!.padEnd(NAME_WIDTH)} ${title}`),
];

/** Options of `hindcast fetch`; options not given are absent. */
interface FetchOptions {
  readonly from?: string;
  readonly to?: string;
  readonly into?: string;
  readonly assetClass?: AssetClass;
  readonly exchange?: string;
  readonly currency?: string;
  readonly replace?: true;
  readonly skipBadRows?: true;
  readonly baseUrl?: string;
  readonly json?: true;
  readonly quiet?: true;
}

/** `hindcast fetch`: downloads bars into a recording. */
export function fetchCommand(program: Command, terminal: Terminal): void {
  const command = program
    .command("fetch")
    .summary("download market data into a recording")
    .description("Downloads bars into a recording. If you run the same command again, it adds the bars that are new.")
    .argument("<source>", "source of the data, one of the list below", sourceOption)
    .argument("<symbols>", "symbols in the notation of the source, separated by commas", symbolList)
    .argument("[interval]", "bar interval, such as 3m, 1h or 1d, if the source has it", checkInterval, "1d")
    .addOption(common("--from <time>", "first date, month, year or time (default: the first available)"))
    .addOption(common("--to <time>", "last date, month, year or time, inclusive (default: now)"))
    .addOption(common("--into <dir>", "folder of the recording, new or existing (default: the source's name)"))
    .addOption(common("--replace", "replace recorded bars of the same symbols and interval"))
    .option("--skip-bad-rows", "leave invalid bars out and list them (default: an invalid bar stops the download)")
    .option(
      "--asset-class <class>",
      `asset class: ${ASSET_CLASSES.join(", ")}`,
      choiceOption("--asset-class", ASSET_CLASSES),
    )
    .option("--exchange <code>", "code of the exchange, such as XLON, whose calendar and time zone the bars get")
    .option("--currency <code>", "currency of the prices")
    .option(
      "--base-url <url>",
      "web address to download from instead of the source's own, such as a mirror",
      addressOption,
    )
    .addOption(common("--json", "print the report as JSON"))
    .option("--quiet", "print errors only");
  addExamples(command, EXAMPLES, [SOURCES.join("\n")]).action(
    (source: string, symbols: readonly string[], interval: Interval, options: FetchOptions) =>
      runFetch(source, symbols, interval, options, terminal),
  );
}

function sourceOption(text: string): string {
  try {
    sourceOf(text);
  } catch {
    const message = `fetch must be followed by one of ${SOURCE_NAMES.join(", ")}, was ${JSON.stringify(text)}`;
    throw new HindcastError("USAGE", message, { known: SOURCE_NAMES });
  }
  return text;
}

function addressOption(text: string): string {
  if (/^https?:\/\/[^/]/.test(text) && URL.canParse(text)) return text;
  throw parameterError("--base-url", "an address such as https://example.com", text);
}

function symbolList(text: string): readonly string[] {
  return [...new Set(text.split(",").map((symbol) => symbol.trim()))].filter((symbol) => symbol !== "");
}

/** Time between two saves of a long download. */
const SAVE_INTERVAL_MS = 30_000;

async function runFetch(
  source: string,
  symbols: readonly string[],
  interval: Interval,
  options: FetchOptions,
  terminal: Terminal,
): Promise<void> {
  const { into: folder = source.replaceAll(":", "-"), from, to, replace, baseUrl, skipBadRows } = options;
  const existing = await existingRecording(folder);
  let checksum = existing?.checksum;
  const save = async ({ market }: Imported): Promise<void> => {
    await writeRecording(folder, market, withoutUndefined({ replacing: checksum }));
    ({ checksum } = await openRecording(folder));
  };
  const progress = createProgress(`fetch ${source}`, terminal);
  const { assetClass, exchange, currency } = options;
  let soFar: (() => Imported) | undefined;
  let nextSave = Date.now() + SAVE_INTERVAL_MS;
  const request = {
    source,
    symbols,
    interval,
    ...withoutUndefined({ from, to, replace, into: existing?.market }),
    ...(existing === undefined && { name: basename(resolve(folder)) }),
    now: Date.now(),
    settings: {
      instrument: withoutUndefined({ assetClass, exchange, currency }),
      ...withoutUndefined({ skipBadRows }),
    },
    keys: terminal.env,
    web: withoutUndefined({ baseUrl }),
    onProgress: async (done: number, current: () => Imported): Promise<void> => {
      progress.update(done);
      soFar = current;
      if (Date.now() < nextSave) return;
      await saveNewBars(current, save);
      nextSave = Date.now() + SAVE_INTERVAL_MS;
    },
  };
  let fetched: Imported;
  try {
    fetched = await stoppable("the bars fetched so far are kept; run the same command again to continue", (signal) =>
      fetchMarket({ ...request, signal }),
    ).finally(() => progress.clear());
  } catch (error) {
    const kept = soFar === undefined ? 0 : await saveNewBars(soFar, save).catch(() => 0);
    throw await reportRejected(withKept(error, kept), { ...options, into: folder }, terminal);
  }
  await save(fetched);
  printReport(fetched.report, { ...options, into: folder }, terminal);
}

/** Saves what was downloaded so far, and returns the number of new bars; saves nothing without new bars. */
async function saveNewBars(soFar: () => Imported, save: (imported: Imported) => Promise<void>): Promise<number> {
  const imported = soFar();
  const added = imported.report.tables.reduce((sum, table) => sum + table.added, 0);
  if (added > 0) await save(imported);
  return added;
}

/** Adds to an error how many bars were kept, since the same command then continues. */
function withKept(error: unknown, kept: number): unknown {
  if (!(error instanceof HindcastError) || kept === 0 || error.code === "INTERRUPTED") return error;
  const message = `${error.message}. ${pluralize(kept, "new bar")} ${kept === 1 ? "is" : "are"} kept: run the same command again to continue`;
  return new HindcastError(error.code as ErrorCode, message, error.details);
}
