import { Session } from "node:inspector/promises";
import { backtest, Bars, crossedAbove, defineStrategy, marketOf, prepareData, ta } from "hindcast";

/**
 * Prints the bytes per bar that a run without orders allocates on the heap once it is warm, including memory that is freed again. It
 * measures ten runs and takes the least, since compilation may finish late on a busy machine. It is a process of its own, since test
 * runners allocate memory, too.
 */
const BARS = 200_000;
const DAY_MS = 86_400_000;

const close = Float64Array.from({ length: BARS }, (_, i) => 100 + Math.sin(i / 7) + (i % 13) / 10);
const time = Float64Array.from({ length: BARS }, (_, i) => i * DAY_MS);
const bars = new Bars("1d", { time, open: close, high: close, low: close, close, volume: close });
const prepared = prepareData(marketOf({ WAVE: bars }));

let crossings = 0;
const watcher = defineStrategy({
  name: "watcher",
  indicators: (sources) => ({ fast: ta.sma(sources.close, 10), slow: ta.sma(sources.close, 30) }),
  onBar({ ind, position }) {
    if (crossedAbove(ind.fast, ind.slow) && position.flat) crossings++;
  },
});

interface Frame {
  readonly selfSize: number;
  readonly children: readonly Frame[];
}
const sizeOf = ({ selfSize, children }: Frame): number =>
  selfSize + children.reduce((sum, child) => sum + sizeOf(child), 0);

const session = new Session();
session.connect();
const bytesOfARun = async (): Promise<number> => {
  await session.post("HeapProfiler.startSampling", {
    samplingInterval: 1024,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true,
  });
  crossings = 0;
  backtest(watcher, prepared);
  const { profile } = await session.post("HeapProfiler.stopSampling");
  return sizeOf(profile.head);
};

for (let run = 0; run < 12; run++) backtest(watcher, prepared);
let bytes = Infinity;
for (let run = 0; run < 10; run++) bytes = Math.min(bytes, await bytesOfARun());
console.log(JSON.stringify({ bars: BARS, bytes, crossings }));
