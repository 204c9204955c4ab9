import type { Command } from "commander";
import type { Terminal } from "../../report/terminal/terminal.ts";

/** The commands by name, in the order of the help. Each is loaded when it is called. */
export const COMMANDS: ReadonlyMap<string, () => Promise<AddCommand>> = new Map([
  ["run", async () => (await import("./run.ts")).run],
  ["sweep", async () => (await import("./sweep.ts")).sweep],
  ["optimize", async () => (await import("./optimize.ts")).optimize],
  ["walk-forward", async () => (await import("./walk-forward.ts")).walkForward],
  ["monte-carlo", async () => (await import("./monte-carlo.ts")).monteCarlo],
  ["check", async () => (await import("./check.ts")).check],
  ["compare", async () => (await import("./compare.ts")).compare],
  ["worker", async () => (await import("./worker.ts")).worker],
  ["inspect", async () => (await import("./inspect.ts")).inspect],
  ["import", async () => (await import("./import.ts")).importCommand],
  ["fetch", async () => (await import("./fetch.ts")).fetchCommand],
  ["continuous", async () => (await import("./continuous.ts")).continuous],
  ["data", async () => (await import("./data.ts")).data],
  ["indicators", async () => (await import("./indicators.ts")).indicators],
  ["list", async () => (await import("./list.ts")).list],
  ["explain", async () => (await import("./explain.ts")).explain],
  ["serve", async () => (await import("./serve.ts")).serve],
  ["replay", async () => (await import("./replay.ts")).replay],
  ["keys", async () => (await import("./keys.ts")).keys],
  ["synthesize", async () => (await import("./synthesize.ts")).synthesize],
]);

/** Adds a command to the program. The command prints to the terminal. */
type AddCommand = (program: Command, terminal: Terminal) => void;
