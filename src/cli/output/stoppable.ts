import { HindcastError } from "../../primitives/errors.ts";
import { endProcess, onEndSignal } from "../ending.ts";
import { INTERRUPTED } from "../failure.ts";

/**
 * Runs work that Ctrl-C, or SIGTERM, ends in good order: what is under way is dropped, what was written stays. A second signal ends the process at once.
 * Throws INTERRUPTED with what is left of it, and how to go on.
 */
export async function stoppable<T>(left: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const stop = () => {
    if (controller.signal.aborted) endProcess(INTERRUPTED);
    controller.abort(new HindcastError("INTERRUPTED", `stopped: ${left}`, { left }));
  };
  const forget = onEndSignal(stop);
  try {
    return await work(controller.signal);
  } finally {
    forget();
  }
}
