import { execFileSync } from "node:child_process";

/**
 * Keeps this process, and processes that it launches later, on one processor. Server and clients then never run at once, so their times do
 * not depend on each other. Prints a warning where the system does not support it.
 */
export function stayOnOneProcessor(): void {
  try {
    execFileSync("taskset", ["--all-tasks", "--cpu-list", "--pid", "0", String(process.pid)], { stdio: "pipe" });
  } catch (error) {
    console.log(`not pinned to one processor, times depend on other load: ${(error as Error).message}`);
  }
}
