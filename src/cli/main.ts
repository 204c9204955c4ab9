#!/usr/bin/env node
import { HindcastError } from "../primitives/errors.ts";
import { endProcess, endWhenIdle, keepEndSignals, refuseEarlyEnd } from "./ending.ts";
import { reportFailure } from "./failure.ts";
import { main } from "./program.ts";
import { visibleTerminal } from "./terminal.ts";

const terminal = visibleTerminal(process);

// A reader that has seen enough, such as `head`, is no failure; a full disk is one.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") endProcess(0);
  const message = `standard output cannot be written: ${error.code}`;
  endProcess(reportFailure(new HindcastError("OUTPUT_NOT_WRITABLE", message, { cause: error }), terminal));
});
// What is told beside the result, such as progress or a server's log, is no reason to end when nobody can read it any more.
process.stderr.on("error", () => {});

// What a strategy leaves for later, such as a promise, may fail when nobody listens any more.
process.on("uncaughtException", (error) => endProcess(reportFailure(error, terminal)));
refuseEarlyEnd(terminal);
keepEndSignals();

endWhenIdle(await main(process.argv.slice(2), process));
