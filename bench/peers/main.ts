import { readFileSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { compareBacktests } from "./backtests.ts";
import { unexplained, type Row } from "./comparison.ts";
import { compareIndicators, compareStreams } from "./indicators.ts";
import { installedPeers, versionOf } from "./installed.ts";
import { resultsPage } from "./results.ts";

/*
 * Compares Hindcast with other libraries. First run `npm ci --prefix bench/peers/packages`; then `npm run bench:peers` writes
 * bench/RESULTS.md. With `-- --quick` it prints the page for fewer bars and rounds.
 */
const { quick } = parseArgs({ options: { quick: { type: "boolean", default: false } } }).values;
const bars = quick ? 50_000 : 1_000_000;
const backtestBars = quick ? 20_000 : 200_000;
const rounds = quick ? { rounds: 3, minimumMs: 5 } : { rounds: 5, minimumMs: 40 };

const { peers, absent } = await installedPeers();
const indicators = compareIndicators(bars, peers, rounds);
const streams = compareStreams(bars, peers, rounds);
const backtests = compareBacktests(backtestBars, rounds);

const page = resultsPage(
  {
    command: `npm run bench:peers${quick ? " -- --quick" : ""}`,
    date: new Date().toISOString().slice(0, 10),
    machine: `${cpus().length} × ${cpus()[0]!.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform} ${process.arch}`,
    node: process.version,
    hindcast: ownVersion(),
    bars,
    rounds: rounds.rounds,
    versions: Object.fromEntries(
      [...peers.map((peer) => peer.package), "grademark"].map((name) => [name, versionOf(name)]),
    ),
    absent: [
      ...absent,
      {
        package: "backtest-kit 19.5.0",
        reason: "needs di-kit ^1.1.1, which was not in the registry",
      },
    ],
  },
  [
    {
      title: "Indicators over columns",
      text: "Each run computes new columns from columns of bars. Hindcast reads and returns typed arrays. The C libraries tulind and talib copy arrays in and out.",
      rows: indicators,
    },
    {
      title: "Indicators bar by bar",
      text: "The indicators receive one bar after the other, and each value is read.",
      rows: streams,
    },
    {
      title: `A backtest of a cross of two averages, ${backtestBars.toLocaleString("en")} bars`,
      text:
        "The strategy is long while the average of 10 bars is above that of 30 bars, without costs. The other engines receive precomputed crossings. Hindcast computes the averages within the run, and " +
        "records orders, fills, trades and an equity curve. grademark records trades. indicatorts is a loop of a few lines over an array and returns one number, so its time shows the cost of records.",
      rows: backtests,
    },
  ],
);
if (quick) console.log(page);
else writeFileSync(fileURLToPath(new URL("../RESULTS.md", import.meta.url)), page);

const wrong = [
  ...unexplained("over columns", indicators),
  ...unexplained("bar by bar", streams),
  ...unexplained("backtests", backtests satisfies Row[]),
];
for (const line of wrong) console.error(line);
if (wrong.length > 0) process.exitCode = 1;

function ownVersion(): string {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(text) as { readonly version: string }).version;
}
