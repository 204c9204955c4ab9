import { stat } from "node:fs/promises";
import { Option, type Command } from "commander";
import { HindcastError } from "../../primitives/errors.ts";
import type { RecordedMarket } from "../../market/recorded-market.ts";
import { MANIFEST_FILE } from "../../data/recording/manifest.ts";
import { openRecording } from "../../data/recording/open-recording.ts";
import { writeRecording } from "../../data/recording/write-recording.ts";
import { SYNTHETIC_DEFAULTS, syntheticMarket } from "../../data/synthetic/synthetic-market.ts";
import { formatCount, formatNumber } from "../../metrics/format.ts";
import { parseDate } from "../../time/instant.ts";
import { namedTime } from "../../time/named-time.ts";
import { numberOption } from "../options/values.ts";
import { createProgress } from "../output/progress.ts";
import { checkOutputFolder } from "../output/output-folder.ts";
import { stoppable } from "../ending.ts";
import { addExamples } from "../help.ts";
import type { Terminal } from "../../report/terminal/terminal.ts";

const EXAMPLES = [
  ["hindcast synthesize --out data/sample", "writes the sample of the package, byte for byte"],
  "hindcast synthesize --out my-market --seed 7 --from 2022-01-03 --to 2023-06-30",
  "hindcast synthesize --out my-market --minutes AAPL,SPY --force",
] as const;

interface SynthesizeOptions {
  readonly out: string;
  readonly seed: number;
  readonly from: string;
  readonly to: string;
  readonly minutes: readonly string[];
  readonly force?: true;
}

/** `hindcast synthesize`: writes a recording of a synthetic market. */
export function synthesize(program: Command, terminal: Terminal): void {
  const { seed, from, to, minutes } = SYNTHETIC_DEFAULTS;
  const command = program
    .command("synthesize")
    .summary("write a recording of a synthetic market")
    .description("Writes a recording of a synthetic market: stocks, crypto, currency pairs, futures and options.")
    .requiredOption("--out <dir>", "folder of the recording")
    .option("--seed <n>", "seed of the random prices", numberOption("--seed"), seed)
    .option("--from <date>", "first date", dayOption("--from"), from)
    .option("--to <date>", "last date", dayOption("--to"), to)
    .addOption(
      new Option(
        "--minutes <symbols>",
        "stocks that also get minute bars in the last three months, separated by commas",
      )
        .argParser(symbolList)
        .default(minutes, minutes.join(",")),
    )
    .option("--force", "replace an existing recording");
  addExamples(command, EXAMPLES, [
    "The same options give the same bytes. Tickers are those of real instruments; no price is real.",
  ]).action((options: SynthesizeOptions) => write(options, terminal));
}

function dayOption(option: string): (text: string) => string {
  return (text) => {
    namedTime(option, () => parseDate(text));
    return text;
  };
}

function symbolList(text: string): readonly string[] {
  return text.split(",").filter((symbol) => symbol !== "");
}

async function write(options: SynthesizeOptions, terminal: Terminal): Promise<void> {
  const { out, seed, from, to, minutes, force } = options;
  await checkOutputFolder(out);
  if (force !== true && (await exists(out))) {
    throw new HindcastError("OUTPUT_NOT_WRITABLE", `--out ${out} exists already: use --force to replace it`, {
      folder: out,
    });
  }
  const progress = createProgress("synthesize", terminal);
  try {
    const market = syntheticMarket({ seed, from, to, minutes, onProgress: (done) => progress.update(done) });
    await stoppable("nothing was written", (signal) => writeRecording(out, market, { signal }));
    progress.clear();
    terminal.stdout.write(await summaryText(out, market));
  } finally {
    progress.clear();
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** Describes the new recording in a few lines. */
async function summaryText(folder: string, market: RecordedMarket): Promise<string> {
  const { manifest } = await openRecording(folder);
  const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0);
  const rowsOf = (kind: string) =>
    manifest.files.filter((file) => file.kind === kind).reduce((sum, { rows }) => sum + rows, 0);
  const classes = new Map<string, number>();
  for (const { assetClass } of market.instruments) classes.set(assetClass, (classes.get(assetClass) ?? 0) + 1);
  const count = formatCount;
  const kinds = [...classes].map(([name, many]) => `${name} ${count(many)}`).join(", ");
  const lines = [
    `${folder}: ${market.name}, ${count(market.instruments.length)} instruments (${kinds})`,
    `bars ${count(rowsOf("bars"))}, quotes ${count(rowsOf("quotes"))}, options ${count(rowsOf("chains"))}, actions ${count(rowsOf("actions"))}, facts ${count(rowsOf("facts"))}`,
    `${count(manifest.files.length)} files and ${MANIFEST_FILE}, ${formatNumber(bytes / 1e6, 1)} MB`,
    "Synthetic data: no price is real.",
  ];
  return lines.map((line) => `${line}\n`).join("");
}
