import { execFileSync } from "node:child_process";

/**
 * Keeps this process, and those that it launches later, on one processor: of a server and its clients one works at a time, so that what one takes does
 * not depend on what the other does meanwhile. Where the system cannot, it says so and goes on.
 */
export function stayOnOneProcessor(): void {
  try {
    execFileSync("taskset", ["--all-tasks", "--cpu-list", "--pid", "0", String(process.pid)], { stdio: "pipe" });
  } catch (error) {
    console.log(`not kept on one processor, figures depend on what else runs: ${(error as Error).message}`);
  }
}
