import { pathToFileURL } from "node:url";
import { rivals, type BenchData, type Rivals } from "./indicator-rivals.ts";
import { interleaved } from "./interleaved.ts";
import { randomWalk } from "./support/random-walk.ts";

/** Nanoseconds a bar of one indicator, in every way that was measured. */
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
  readonly technicalindicators: number;
  readonly tradingSignals: number;
  readonly indicatorts: number;
  /** How many times as long the fastest other library takes as our columns do, allocated and given. */
  readonly timesFaster: number;
  readonly timesFasterInto: number;
}

/**
 * How long indicators take here and in other libraries, all in one interleaved run. Long columns that are new cost more than
 * what is written into them, because memory is touched for the first time: who computes often gives the columns.
 */
export async function benchIndicators(
  bars = 1_000_000,
  names: readonly string[] = Object.keys(rivals),
): Promise<IndicatorRow[]> {
  return names.map((name) => measured(name, rivals[name]!, benchData(bars, rivals[name]!.inputs)));
}

function measured(indicator: string, rival: Rivals, data: BenchData): IndicatorRow {
  const bars = data.close.length;
  const outs = Array.from({ length: rival.outputs }, () => new Float64Array(bars));
  const ms = interleaved(
    {
      ours: () => rival.ours(data),
      into: () => rival.into(data, outs),
      stream: () => rival.stream(data),
      copy: () => outs.forEach((out) => out.set(data.close)),
      copyNew: () => outs.map(() => data.close.slice()),
      technicalindicators: () => rival.technicalindicators(data),
      tradingSignals: () => rival.tradingSignals(data),
      indicatorts: () => rival.indicatorts(data),
    },
    { rounds: 5, minimumMs: 60 },
  );
  const ns = Object.fromEntries(Object.entries(ms).map(([name, time]) => [name, (time * 1e6) / bars])) as typeof ms;
  const fastest = Math.min(ns.technicalindicators, ns.tradingSignals, ns.indicatorts);
  return { indicator, ...ns, timesFaster: fastest / ns.ours, timesFasterInto: fastest / ns.into };
}

/** Only what an indicator of so many inputs needs: whatever else lies in memory would be charged to every allocation. */
function benchData(bars: number, inputs: number): BenchData {
  const { high, low, close } = randomWalk(bars);
  const closes = [...close];
  if (inputs === 1) return { high, low, close, highs: [], lows: [], closes, candles: [] };
  const candles = closes.map((price, i) => ({ high: high[i]!, low: low[i]!, close: price }));
  return { high, low, close, highs: [...high], lows: [...low], closes, candles };
}

function table(rows: readonly IndicatorRow[]): string {
  const names = Object.keys(rows[0]!) as (keyof IndicatorRow)[];
  const text = rows.map((row) =>
    names.map((name) => (typeof row[name] === "number" ? row[name].toFixed(1) : row[name])),
  );
  return [names, ...text].map((cells) => cells.map((cell) => cell.padStart(20)).join("")).join("\n");
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [bars = "1000000", ...names] = process.argv.slice(2);
  const rows = await benchIndicators(Number(bars), names.length > 0 ? names : undefined);
  console.log(`nanoseconds a bar, ${bars} bars, medians of interleaved rounds\n${table(rows)}`);
}
