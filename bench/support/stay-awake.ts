import { type ChildProcess, spawn } from "node:child_process";
import { availableParallelism } from "node:os";

/**
 * Keeps all processors busy at idle priority until the returned function is called. A sleeping virtual processor is woken by its host,
 * which takes longer than many responses: a server with pauses would seem slower than one under full load. Prints a warning where the
 * system does not support it.
 */
export function keepAwake(): () => void {
  const spinning: ChildProcess[] = Array.from({ length: availableParallelism() }, () =>
    spawn("chrt", ["--idle", "0", process.execPath, "--eval", `while (process.ppid === ${process.pid});`], {
      stdio: "ignore",
    }).on("error", (error) => console.log(`processors may sleep, which delays responses: ${error.message}`)),
  );
  return () => {
    for (const child of spinning) child.kill();
  };
}
