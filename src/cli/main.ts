#!/usr/bin/env node
import { HindcastError } from "../primitives/errors.ts";
import { endProcess, endWhenIdle, reserveEndSignals, reportEarlyExit } from "./ending.ts";
import { reportFailure } from "./failure.ts";
import { main } from "./program.ts";
import { escapingTerminal } from "../report/terminal/terminal.ts";

const terminal = escapingTerminal(process);

// A full disk is a failure. A closed pipe, as after `| head`, is none.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") endProcess(0);
  const message = `standard output cannot be written: ${error.code}`;
  endProcess(reportFailure(new HindcastError("OUTPUT_NOT_WRITABLE", message, { cause: error }), terminal));
});
// The command continues if standard error, which gets progress and logs, is closed.
process.stderr.on("error", () => {});

// A strategy may throw an error after its hook has returned, for example in a promise.
process.on("uncaughtException", (error) => endProcess(reportFailure(error, terminal)));
reportEarlyExit(terminal);
reserveEndSignals();

endWhenIdle(await main(process.argv.slice(2), process));
