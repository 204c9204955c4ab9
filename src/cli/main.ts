#!/usr/bin/env node
import { main } from "./program.ts";

// A reader that has seen enough, such as `head`, is no failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0);
  throw error;
});
// What is told beside the result, such as progress or a server's log, is no reason to end when nobody can read it any more.
process.stderr.on("error", () => {});

process.exitCode = await main(process.argv.slice(2), process);
