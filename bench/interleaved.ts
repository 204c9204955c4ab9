import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const collectGarbage = exposeCollector();

/** Cases to compare, by name. */
export type Cases = Readonly<Record<string, () => unknown>>;

export interface Rounds {
  /** Number of measured rounds. */
  readonly rounds?: number;
  /** Minimum duration of a case in a round, in milliseconds. A shorter case runs several times. */
  readonly minimumMs?: number;
  /** Number of rounds before measurement. */
  readonly warmUp?: number;
  /**
   * Whether garbage is collected before each case; true by default. Collection discards code whose objects were freed, so a case that
   * creates its objects on each run needs false.
   */
  readonly clear?: boolean;
}

/**
 * Returns the median milliseconds of one run of each case. The cases take turns within one process, so that a slow phase of the machine
 * affects all. Before its turn, garbage is collected, so that a case pays only for its own. The case then first runs unmeasured, because
 * the collection also discards compiled code.
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
    meanOfRuns(run, minimumMs);
  }
  return meanOfRuns(run, minimumMs);
}

function meanOfRuns(run: () => unknown, minimumMs: number): number {
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

function exposeCollector(): () => void {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc") as () => void;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1]!;
}
