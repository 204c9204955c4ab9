/** Runs of one turn take at least this long. */
const TURN_MS = 10;

/** What two ways to do one thing took so far, milliseconds of one run. */
export interface Turns {
  readonly base: number[];
  readonly now: number[];
}

/** Lets both run in turns that alternate, so that they meet the same machine. */
export async function takeTurns(base: () => unknown, now: () => unknown, rounds: number, turns: Turns): Promise<void> {
  for (let round = -2; round < rounds; round++) {
    // Who begins changes, or one would always come after the other's garbage.
    const order = round % 2 === 0 ? (["base", "now"] as const) : (["now", "base"] as const);
    for (const turn of order) {
      const ms = await timed(turn === "base" ? base : now);
      // The first rounds compile.
      if (round >= 0) turns[turn].push(ms);
    }
  }
}

/**
 * How often the time of `now` holds that of `base`: the fastest of each. What else the machine does makes turns slower and never faster, so the
 * fastest say most about the code.
 */
export function slowdown(turns: Turns): number {
  return Math.min(...turns.now) / Math.min(...turns.base);
}

async function timed(run: () => unknown): Promise<number> {
  const start = performance.now();
  let runs = 0;
  let ms = 0;
  do {
    const given = run();
    if (typeof (given as { then?: unknown } | undefined)?.then === "function") await given;
    runs++;
    ms = performance.now() - start;
  } while (ms < TURN_MS);
  return ms / runs;
}
