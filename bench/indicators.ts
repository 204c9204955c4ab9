import { pathToFileURL } from "node:url";
import { indicators } from "hindcast/indicators";
import { interleaved, type Cases } from "./interleaved.ts";
import { rivals } from "./rivals.ts";
import { BenchData } from "./support/bench-data.ts";
import { benchIndicator } from "./support/bench-indicator.ts";

/** Nanoseconds a bar of one indicator, for each way of computing it. */
export interface IndicatorRow {
  readonly indicator: string;
  /** Nanoseconds a bar for Hindcast with new output columns. */
  readonly ours: number;
  /** Nanoseconds a bar for Hindcast with existing output columns. */
  readonly into: number;
  /** Nanoseconds a bar for Hindcast's stream. */
  readonly stream: number;
  /** Copying as many columns as the indicator returns, into existing and new ones: the cost of memory. */
  readonly copy: number;
  readonly copyNew: number;
  readonly technicalindicators?: number;
  readonly tradingSignals?: number;
  readonly indicatorts?: number;
}

/**
 * Measures indicators in Hindcast and other libraries in turns, with newly allocated output columns and with reused ones. New columns cost
 * more, because their memory is touched for the first time.
 */
export function benchIndicators(bars: number, names: readonly string[]): IndicatorRow[] {
  return names.map((name) => measure(name, new BenchData(bars)));
}

function measure(name: string, data: BenchData): IndicatorRow {
  const rival = rivals[name];
  const { outputs, ours, into, stream } = benchIndicator(name, data, rival?.params, rival?.outputs);
  const copies = Array.from({ length: outputs }, () => new Float64Array(data.bars));
  const source = data.column("source");
  const otherLibraries = {
    ...(rival?.technicalindicators && { technicalindicators: () => rival.technicalindicators!(data) }),
    ...(rival?.indicatorts && { indicatorts: () => rival.indicatorts!(data) }),
  };
  const streams = {
    stream,
    ...(rival?.tradingSignals && { tradingSignals: () => rival.tradingSignals!(data) }),
  } satisfies Cases;
  // The first run creates the arrays and objects that other libraries read, so that creation is not timed.
  for (const run of Object.values({ ...otherLibraries, ...streams })) run();
  const cases = {
    ours,
    into,
    copy: () => copies.forEach((out) => out.set(source)),
    copyNew: () => copies.map(() => source.slice()),
    ...otherLibraries,
  } satisfies Cases;
  const ms = {
    ...interleaved(cases, { rounds: 5, minimumMs: 40 }),
    // `clear` is false, since streams are created on each run.
    ...interleaved(streams, { rounds: 5, minimumMs: 40, clear: false }),
  };
  const ns = Object.fromEntries(Object.entries(ms).map(([way, time]) => [way, (time * 1e6) / data.bars]));
  return { indicator: name, ...(ns as Omit<IndicatorRow, "indicator">) };
}

/** Divides times of other libraries by Hindcast's: columns by the time with existing columns, streams by the time of the stream. */
function ratios(row: IndicatorRow): (number | undefined)[] {
  const divided = (theirs: number | undefined, ours: number) => (theirs === undefined ? undefined : theirs / ours);
  const all = [row.technicalindicators, row.tradingSignals, row.indicatorts].filter((time) => time !== undefined);
  const fastest = all.length === 0 ? undefined : Math.min(...all);
  return [
    divided(row.technicalindicators, row.into),
    divided(row.tradingSignals, row.stream),
    divided(fastest, row.ours),
    divided(fastest, row.into),
  ];
}

const HEADINGS = [
  "indicator",
  "ours",
  "into",
  "stream",
  "copy",
  "copy new",
  "technicalindicators",
  "trading-signals",
  "indicatorts",
  "x technicalind.",
  "x signals",
  "x fastest",
  "x fastest, into",
];

function table(rows: readonly IndicatorRow[]): string {
  const lines = rows.map((row) => [
    row.indicator,
    row.ours,
    row.into,
    row.stream,
    row.copy,
    row.copyNew,
    row.technicalindicators,
    row.tradingSignals,
    row.indicatorts,
    ...ratios(row),
  ]);
  const text = lines.map((cells) =>
    cells.map((cell) => (typeof cell === "number" ? cell.toFixed(cell < 100 ? 1 : 0) : (cell ?? ""))),
  );
  const widths = HEADINGS.map((heading, i) => Math.max(heading.length, ...text.map((cells) => cells[i]!.length)));
  return [HEADINGS, ...text].map((cells) => cells.map((cell, i) => cell.padStart(widths[i]!)).join("  ")).join("\n");
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [bars = "1000000", ...words] = process.argv.slice(2);
  const names =
    words[0] === "all" ? Object.keys(indicators).toSorted() : words.length > 0 ? words : Object.keys(rivals);
  const rows = benchIndicators(Number(bars), names);
  console.log(`nanoseconds a bar, ${bars} bars, medians of interleaved rounds\n${table(rows)}`);
}
