import { HindcastError } from "../../primitives/errors.ts";

/**
 * Runs work that Ctrl-C ends in good order: what is under way is dropped, what was written stays. Throws
 * INTERRUPTED, which says how to go on.
 */
export async function stoppable<T>(journal: string | undefined, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const left =
    journal === undefined
      ? "nothing was kept; --journal FILE keeps every trial"
      : `${journal} holds the trials that ran; the same command goes on with them`;
  const stop = () => {
    controller.abort(new HindcastError("INTERRUPTED", `stopped: ${left}`, { journal }));
  };
  process.once("SIGINT", stop);
  try {
    return await work(controller.signal);
  } finally {
    process.off("SIGINT", stop);
  }
}
