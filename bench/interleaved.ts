import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const collectGarbage = exposedCollector();

/** Things to time against each other, by name. */
export type Cases = Readonly<Record<string, () => unknown>>;

export interface Rounds {
  /** Rounds that are counted. */
  readonly rounds?: number;
  /** Time that a case takes in a round at least: a short one runs several times. */
  readonly minimumMs?: number;
  /** Rounds that are not counted. */
  readonly warmUp?: number;
  /**
   * Whether memory is cleared before each turn (yes unless said otherwise). Clearing makes the engine forget code whose objects are
   * gone, so a case that makes its objects anew on each run is not cleared.
   */
  readonly clear?: boolean;
}

/**
 * Median time of one run of each case in milliseconds. The cases take turns in every round, in one process, so that whatever
 * slows the machine down slows all of them. Before its turn, unless told otherwise, the memory is cleared, so that a case pays
 * for its own garbage alone, and it runs for a while uncounted, because clearing also makes the engine forget some of the code.
 */
export function interleaved<C extends Cases>(cases: C, options: Rounds = {}): Record<keyof C & string, number> {
  const { rounds = 7, minimumMs = 10, warmUp = 1, clear = true } = options;
  const names = Object.keys(cases) as (keyof C & string)[];
  const times = new Map(names.map((name) => [name, [] as number[]]));
  for (let round = 0; round < warmUp + rounds; round++)
    for (const name of names) {
      const time = meanTime(cases[name]!, minimumMs, clear);
      if (round >= warmUp) times.get(name)!.push(time);
    }
  return Object.fromEntries(names.map((name) => [name, median(times.get(name)!)])) as Record<keyof C & string, number>;
}

function meanTime(run: () => unknown, minimumMs: number, clear: boolean): number {
  if (clear) {
    collectGarbage();
    repeated(run, minimumMs);
  }
  return repeated(run, minimumMs);
}

function repeated(run: () => unknown, minimumMs: number): number {
  const start = performance.now();
  let runs = 0;
  let time = 0;
  do {
    run();
    runs++;
    time = performance.now() - start;
  } while (time < minimumMs);
  return time / runs;
}

function exposedCollector(): () => void {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc") as () => void;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1]!;
}
