#!/usr/bin/env node
import { HindcastError } from "../primitives/errors.ts";
import { endProcess, endWhenIdle, reserveEndSignals, reportEarlyExit } from "./ending.ts";
import { reportFailure } from "./failure.ts";
import { main } from "./program.ts";
import { escapingTerminal } from "./terminal.ts";

const terminal = escapingTerminal(process);

// A closed pipe, as with `head`, is not a failure; a full disk is.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") endProcess(0);
  const message = `standard output cannot be written: ${error.code}`;
  endProcess(reportFailure(new HindcastError("OUTPUT_NOT_WRITABLE", message, { cause: error }), terminal));
});
// Progress and server logs go to standard error; if it is closed, the command continues.
process.stderr.on("error", () => {});

// Handles errors that a strategy throws later, such as in a promise.
process.on("uncaughtException", (error) => endProcess(reportFailure(error, terminal)));
reportEarlyExit(terminal);
reserveEndSignals();

endWhenIdle(await main(process.argv.slice(2), process));
