import { HindcastError } from "../../primitives/errors.ts";

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/**
 * Runs work that Ctrl-C, or a word to end, ends in good order: what is under way is dropped, what was written stays. Throws
 * INTERRUPTED with what is left of it, and how to go on.
 */
export async function stoppable<T>(left: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const stop = () => {
    controller.abort(new HindcastError("INTERRUPTED", `stopped: ${left}`, { left }));
  };
  for (const signal of SIGNALS) process.once(signal, stop);
  try {
    return await work(controller.signal);
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop);
  }
}
