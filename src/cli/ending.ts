import { EventEmitter } from "node:events";
import { HindcastError } from "../primitives/errors.ts";
import { INTERRUPTED, reportFailure } from "./failure.ts";
import type { Terminal } from "./terminal.ts";

/** How long what a strategy has left running, such as a timer or a file that is being written, keeps a command that is done. */
const GRACE_MS = 1000;

const SIGNALS = ["SIGINT", "SIGTERM"] as const;
const ADDERS = ["on", "addListener", "once", "prependListener", "prependOnceListener"] as const;

let isOver = false;

/** Ends the process on purpose, at once. */
export function endProcess(code: number): never {
  isOver = true;
  process.exit(code);
}

/** Ends the process when its output is out, and after a moment for what still runs. */
export function endWhenIdle(code: number): void {
  isOver = true;
  process.exitCode = code;
  setTimeout(() => process.stdout.write("", () => process.stderr.write("", () => endProcess(code))), GRACE_MS).unref();
}

/** The file that is being loaded, if any. */
let loading: string | undefined;

/** Loads a file of users: should it end the process, the failure names it. */
export async function namedOnEnd<T>(file: string, load: () => Promise<T>): Promise<T> {
  loading = file;
  try {
    return await load();
  } finally {
    loading = undefined;
  }
}

/** Makes an end that is not on purpose a failure: a strategy that calls `process.exit(0)` must not look like a command that is done. */
export function refuseEarlyEnd(terminal: Terminal): void {
  process.on("exit", (code) => {
    if (isOver) return;
    const message = `${loading ?? "a strategy"} ended the process with code ${code} before the command was done`;
    process.exitCode = reportFailure(new HindcastError("STRATEGY_EXITED", message, { code, file: loading }), terminal);
  });
}

/** Calls a listener at each signal that asks to end; the function that is returned ends that. */
export function onEndSignal(listener: () => void, signals: readonly NodeJS.Signals[] = SIGNALS): () => void {
  for (const signal of signals) EventEmitter.prototype.on.call(process, signal, listener);
  return () => {
    for (const signal of signals) process.off(signal, listener);
  };
}

/** Keeps strategies from listening to these signals: one that does, and never returns, could not be ended by Ctrl-C. */
export function keepEndSignals(): void {
  const all = process as unknown as Record<string, (event: string, listener: () => void) => unknown>;
  for (const name of ADDERS) {
    const add = all[name]!;
    all[name] = (event, listener) =>
      SIGNALS.some((signal) => signal === event) ? process : add.call(process, event, listener);
  }
}

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
