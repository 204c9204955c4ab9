import type { ChildProcess } from "node:child_process";

/** Resolves with the next message of a child process. Rejects if it exits first. */
export function nextMessage(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null, signal: string | null): void => {
      child.off("message", onMessage);
      reject(new Error(`the other process ended without an answer: ${code ?? signal}`));
    };
    const onMessage = (message: unknown): void => {
      child.off("exit", onExit);
      resolve(message);
    };
    if (child.exitCode !== null || child.signalCode !== null) return onExit(child.exitCode, child.signalCode);
    child.once("message", onMessage).once("exit", onExit);
  });
}
