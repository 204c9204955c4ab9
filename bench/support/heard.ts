import type { ChildProcess } from "node:child_process";

/** The next message of a child process. Throws when it ends before; nothing of it is kept afterwards. */
export function heard(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null, signal: string | null): void => {
      child.off("message", said);
      reject(new Error(`the other process must answer, ended with ${code ?? signal}`));
    };
    const said = (message: unknown): void => {
      child.off("exit", ended);
      resolve(message);
    };
    if (child.exitCode !== null || child.signalCode !== null) return ended(child.exitCode, child.signalCode);
    child.once("message", said).once("exit", ended);
  });
}
