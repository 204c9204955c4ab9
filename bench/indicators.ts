import { pathToFileURL } from "node:url";
import { indicators } from "hindcast/indicators";
import { interleaved, type Cases } from "./interleaved.ts";
import { rivals } from "./rivals.ts";
import { BenchData } from "./support/bench-data.ts";
import { benchIndicator } from "./support/bench-indicator.ts";

/** Nanoseconds a bar of one indicator, in every way that was measured; what nobody else has is left out. */
export interface IndicatorRow {
  readonly indicator: string;
  /** Our columns, allocated. */
  readonly ours: number;
  /** Our columns, given. */
  readonly into: number;
  /** Our stream, bar by bar. */
  readonly stream: number;
  /** Copying as many columns as come out, given and new: what memory alone costs. */
  readonly copy: number;
  readonly copyNew: number;
  readonly technicalindicators?: number;
  readonly tradingSignals?: number;
  readonly indicatorts?: number;
}

/**
 * How long indicators take here and in other libraries, all in one interleaved run. Long columns that are new cost more than
 * what is written into them, because memory is touched for the first time: who computes often gives the columns.
 */
export function benchIndicators(bars: number, names: readonly string[]): IndicatorRow[] {
  return names.map((name) => measured(name, new BenchData(bars)));
}

function measured(name: string, data: BenchData): IndicatorRow {
  const rival = rivals[name];
  const { outputs, ours, into, stream } = benchIndicator(name, data, rival?.params, rival?.outputs);
  const copies = Array.from({ length: outputs }, () => new Float64Array(data.bars));
  const copied = data.column("source");
  const others = {
    ...(rival?.technicalindicators && { technicalindicators: () => rival.technicalindicators!(data) }),
    ...(rival?.indicatorts && { indicatorts: () => rival.indicatorts!(data) }),
  };
  const streams = {
    stream,
    ...(rival?.tradingSignals && { tradingSignals: () => rival.tradingSignals!(data) }),
  } satisfies Cases;
  // The arrays and objects of the others are made on first use, not while the clock runs.
  for (const run of Object.values({ ...others, ...streams })) run();
  const cases = {
    ours,
    into,
    copy: () => copies.forEach((out) => out.set(copied)),
    copyNew: () => copies.map(() => copied.slice()),
    ...others,
  } satisfies Cases;
  const ms = {
    ...interleaved(cases, { rounds: 5, minimumMs: 40 }),
    // Streams are made anew on each run.
    ...interleaved(streams, { rounds: 5, minimumMs: 40, clear: false }),
  };
  const ns = Object.fromEntries(Object.entries(ms).map(([way, time]) => [way, (time * 1e6) / data.bars]));
  return { indicator: name, ...(ns as Omit<IndicatorRow, "indicator">) };
}

/** How often the time of another library holds ours: against its columns ours, given; against its streams ours. */
function ratios(row: IndicatorRow): (number | undefined)[] {
  const over = (theirs: number | undefined, ours: number) => (theirs === undefined ? undefined : theirs / ours);
  const all = [row.technicalindicators, row.tradingSignals, row.indicatorts].filter((time) => time !== undefined);
  const fastest = all.length === 0 ? undefined : Math.min(...all);
  return [
    over(row.technicalindicators, row.into),
    over(row.tradingSignals, row.stream),
    over(fastest, row.ours),
    over(fastest, row.into),
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
  const [bars = "1000000", ...given] = process.argv.slice(2);
  const names =
    given[0] === "all" ? Object.keys(indicators).toSorted() : given.length > 0 ? given : Object.keys(rivals);
  const rows = benchIndicators(Number(bars), names);
  console.log(`nanoseconds a bar, ${bars} bars, medians of interleaved rounds\n${table(rows)}`);
}
