import { EventEmitter } from "node:events";
import { HindcastError } from "../primitives/errors.ts";
import { INTERRUPTED, reportFailure } from "./failure.ts";
import type { Terminal } from "../report/terminal/terminal.ts";

/** Time for which a finished command waits for timers and writes that a strategy left behind. */
const GRACE_MS = 1000;

const SIGNALS = ["SIGINT", "SIGTERM"] as const;
const LISTENER_METHODS = ["on", "addListener", "once", "prependListener", "prependOnceListener"] as const;

let isExpected = false;

/** Ends the process at once, without the error for an unexpected exit. */
export function endProcess(code: number): never {
  isExpected = true;
  process.exit(code);
}

/** Waits for the process to end by itself. After a grace period, ends it when its output is written. */
export function endWhenIdle(code: number): void {
  isExpected = true;
  process.exitCode = code;
  setTimeout(() => process.stdout.write("", () => process.stderr.write("", () => endProcess(code))), GRACE_MS).unref();
}

/** File of a user that is being loaded. */
let loading: string | undefined;

/** Loads a user's file. If the file ends the process, the error names the file. */
export async function nameFileOnExit<T>(file: string, load: () => Promise<T>): Promise<T> {
  loading = file;
  try {
    return await load();
  } finally {
    loading = undefined;
  }
}

/** Turns an unexpected exit into a failure: after a strategy calls `process.exit(0)`, the command must not seem completed. */
export function reportEarlyExit(terminal: Terminal): void {
  process.on("exit", (code) => {
    if (isExpected) return;
    const message = `${loading ?? "a strategy"} ended the process with code ${code} before the command was done`;
    process.exitCode = reportFailure(new HindcastError("STRATEGY_EXITED", message, { code, file: loading }), terminal);
  });
}

/** Adds a listener for signals that ask the process to end. Returns a function that removes it. */
export function onEndSignal(listener: () => void, signals: readonly NodeJS.Signals[] = SIGNALS): () => void {
  for (const signal of signals) EventEmitter.prototype.on.call(process, signal, listener);
  return () => {
    for (const signal of signals) process.off(signal, listener);
  };
}

/** Prevents strategies from handling SIGINT and SIGTERM. Ctrl-C could not stop an endless strategy that handles them. */
export function reserveEndSignals(): void {
  const all = process as unknown as Record<string, (event: string, listener: () => void) => unknown>;
  for (const name of LISTENER_METHODS) {
    const add = all[name]!;
    all[name] = (event, listener) =>
      SIGNALS.some((signal) => signal === event) ? process : add.call(process, event, listener);
  }
}

/**
 * Runs work that Ctrl-C or SIGTERM can stop. Files that were already written stay. A second signal ends the process at once.
 *
 * Throws INTERRUPTED if it was stopped. The text `left` says what was saved and how to continue.
 */
export async function stoppable<T>(left: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const stop = () => {
    if (controller.signal.aborted) endProcess(INTERRUPTED);
    controller.abort(new HindcastError("INTERRUPTED", `stopped: ${left}`, { left }));
  };
  const removeListener = onEndSignal(stop);
  try {
    return await work(controller.signal);
  } finally {
    removeListener();
  }
}
