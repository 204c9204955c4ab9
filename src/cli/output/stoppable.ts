import { HindcastError } from "../../primitives/errors.ts";

/**
 * Runs work that Ctrl-C ends in good order: what is under way is dropped, what was written stays. Throws
 * INTERRUPTED with what is left of it, and how to go on.
 */
export async function stoppable<T>(left: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const stop = () => {
    controller.abort(new HindcastError("INTERRUPTED", `stopped: ${left}`, { left }));
  };
  process.once("SIGINT", stop);
  try {
    return await work(controller.signal);
  } finally {
    process.off("SIGINT", stop);
  }
}
