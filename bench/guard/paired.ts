/** Minimum duration of one turn, in milliseconds. */
const TURN_MS = 10;

/** Milliseconds of one run in each turn, for the two compared versions. */
export interface TurnTimes {
  readonly base: number[];
  readonly now: number[];
}

/** Runs two versions in alternating turns, so that they run under the same load of the machine. */
export async function takeTurns(
  base: () => unknown,
  now: () => unknown,
  rounds: number,
  times: TurnTimes,
): Promise<void> {
  for (let round = -2; round < rounds; round++) {
    // The version that runs first alternates: otherwise the same version would always pay for the garbage of the other.
    const order = round % 2 === 0 ? (["base", "now"] as const) : (["now", "base"] as const);
    for (const turn of order) {
      const ms = await timed(turn === "base" ? base : now);
      // Rounds below 0 only compile the code and are not counted.
      if (round >= 0) times[turn].push(ms);
    }
  }
}

/**
 * Divides the fastest time of `now` by the fastest time of `base`. Other load only makes turns slower, so the fastest times say most about
 * the code.
 */
export function slowdown(times: TurnTimes): number {
  return Math.min(...times.now) / Math.min(...times.base);
}

async function timed(run: () => unknown): Promise<number> {
  const start = performance.now();
  let runs = 0;
  let ms = 0;
  do {
    const result = run();
    if (typeof (result as { then?: unknown } | undefined)?.then === "function") await result;
    runs++;
    ms = performance.now() - start;
  } while (ms < TURN_MS);
  return ms / runs;
}
