import type { Command } from "commander";
import { addContinuous, type AddContinuousOptions } from "../../data/recording/continuous-market.ts";
import { openRecording } from "../../data/recording/open-recording.ts";
import { writeRecording } from "../../data/recording/write-recording.ts";
import type { Bars } from "../../market/bars.ts";
import {
  ADJUSTMENTS,
  CLOSE_COLUMN,
  CONTRACT_COLUMN,
  type RollAdjustment,
  type RollRule,
  ROLLS,
} from "../../market/continuous-series.ts";
import type { RecordedMarket } from "../../market/recorded-market.ts";
import { formatCount } from "../../metrics/format.ts";
import { formatTime } from "../../report/format-time.ts";
import { lineWidth, type Terminal } from "../../report/terminal/terminal.ts";
import { type TableColumn, wrappedTable } from "../../report/terminal/tables.ts";
import { stoppable } from "../ending.ts";
import { addExamples } from "../help.ts";
import { symbolListOption } from "../options/data.ts";
import { choiceOption, wholeOption } from "../options/values.ts";

const EXAMPLES = [
  "hindcast continuous ES --into my-market --roll volume --adjust ratio",
  "hindcast continuous CL --into my-market --contracts CLF24,CLG24 --roll calendar --roll-sessions 8 --adjust difference",
] as const;

interface ContinuousCommandOptions {
  readonly into: string;
  readonly contracts?: readonly string[];
  readonly roll: RollRule;
  readonly rollSessions?: number;
  readonly adjust: RollAdjustment;
  readonly dryRun?: true;
  readonly quiet?: true;
}

const [ROLL_NAMES, ADJUSTMENT_NAMES] = [ROLLS, ADJUSTMENTS].map(Object.keys) as [RollRule[], RollAdjustment[]];

/** `hindcast continuous`: adds a continuous series of futures contracts to a recording. */
export function continuous(program: Command, terminal: Terminal): void {
  const command = program
    .command("continuous")
    .summary("join futures contracts into one series")
    .description(
      "Joins futures contracts of a recording into one continuous series, for signals. The series cannot be traded.",
    )
    .argument("<symbol>", "symbol of the continuous series, such as ES")
    .requiredOption("--into <dir>", "folder of the recording that has the contracts, to which the series is added")
    .requiredOption(
      "--roll <rule>",
      `when to move to a later contract: ${ROLL_NAMES.join(", ")}`,
      choiceOption("--roll", ROLL_NAMES),
    )
    .requiredOption(
      "--adjust <how>",
      `how prices after a roll are moved, so that the roll is no price change: ${ADJUSTMENT_NAMES.join(", ")}`,
      choiceOption("--adjust", ADJUSTMENT_NAMES),
    )
    .option(
      "--contracts <list>",
      "symbols of the contracts (default: the symbol with the letter of a month and a year, such as ESH24)",
      symbolListOption("--contracts"),
    )
    .option(
      "--roll-sessions <n>",
      "last sessions of a contract in which it is no longer used, with that of its expiration (default: 5 for calendar, otherwise 1)",
      wholeOption("--roll-sessions", 0, 250),
    )
    .option("--dry-run", "print the rolls, but write nothing")
    .option("--quiet", "print errors only");
  addExamples(command, EXAMPLES).action((symbol: string, options: ContinuousCommandOptions) =>
    runContinuous(symbol, options, terminal),
  );
}

async function runContinuous(symbol: string, options: ContinuousCommandOptions, { stdout }: Terminal): Promise<void> {
  const { into, contracts, roll, rollSessions, adjust, dryRun, quiet } = options;
  const recording = await openRecording(into);
  const rules: AddContinuousOptions = { symbol, contracts, roll, rollSessions, adjust };
  const market = addContinuous((await recording.load()).market(), rules);
  if (dryRun !== true) {
    await stoppable("nothing was written", (signal) =>
      writeRecording(into, market, { replacing: recording.checksum, signal }),
    );
  }
  if (quiet === true) return;
  stdout.write(rollsText(market, symbol, lineWidth(stdout)));
  stdout.write(dryRun === true ? "Dry run: nothing was written.\n" : `Recording: ${into}\n`);
}

const COLUMNS: readonly TableColumn[] = [
  { heading: "interval" },
  { heading: "last bar before the roll" },
  { heading: "from" },
  { heading: "to" },
];

/** Formats the bars of a continuous series and its rolls, as a table. */
function rollsText({ instruments, series }: RecordedMarket, symbol: string, width: number): string {
  const { contracts = [], zone } = instruments.find((one) => one.symbol === symbol)!;
  const joined = series.filter((one) => one.symbol === symbol);
  const rolls = joined.flatMap(({ bars: { time, volume, interval }, columns }) => {
    const inForce = columns![CONTRACT_COLUMN]!;
    // The column has the contract after each bar, so it does not show that of the first bar.
    const first = contracts.findIndex((contract) =>
      series.some(
        (one) =>
          one.symbol === contract &&
          one.bars.interval === interval &&
          hasBar(one.bars, time[0]!, columns![CLOSE_COLUMN]![0]!, volume[0]!),
      ),
    );
    const before = first === -1 ? inForce[0]! : first;
    return Array.from(inForce, (to, bar) => ({ to, from: inForce[bar - 1] ?? before, bar }))
      .filter(({ to, from }) => to !== from)
      .map(({ to, from, bar }) => [interval, formatTime(time[bar]!, interval, zone), contracts[from]!, contracts[to]!]);
  });
  const counts = joined.map(({ bars }) => `${formatCount(bars.length)} bars of ${bars.interval}`);
  return [
    `${symbol}: ${counts.join(", ")}`,
    ...(rolls.length === 0 ? ["no rolls"] : wrappedTable(COLUMNS, rolls, width)),
    "",
  ].join("\n");
}

function hasBar({ time, close, volume }: Bars, at: number, closeThen: number, volumeThen: number): boolean {
  const row = time.indexOf(at);
  return row >= 0 && close[row] === closeThen && volume[row] === volumeThen;
}
