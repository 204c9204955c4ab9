import { type ChildProcess, spawn } from "node:child_process";
import { availableParallelism } from "node:os";

/**
 * Keeps all processors of the machine from falling asleep until the function that is returned is called. A virtual processor that sleeps is woken by its
 * host, which takes longer than many an answer: under a load that leaves it pauses, a server then answers fewer in a second than under one that does
 * not. What runs meanwhile gives way to everything else and ends with this process. Where the system cannot, it says so and goes on.
 */
export function keepAwake(): () => void {
  const spinning: ChildProcess[] = Array.from({ length: availableParallelism() }, () =>
    spawn("chrt", ["--idle", "0", process.execPath, "--eval", `while (process.ppid === ${process.pid});`], {
      stdio: "ignore",
    }).on("error", (error) => console.log(`processors may fall asleep, and are woken late: ${error.message}`)),
  );
  return () => {
    for (const child of spinning) child.kill();
  };
}
