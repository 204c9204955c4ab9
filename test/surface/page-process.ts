import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { main as Main } from "../../src/cli/program.ts";
import { answerOf } from "../cli/answer.ts";
import { ROOT } from "../house/source-files.ts";
import type { PageAnswer, PageJob, SentJob } from "./page-runner.ts";

// Started by `startPageRunner`. A code block fails if it throws, if a console.assert fails, or if a server that it started throws later.
// A block ends when its last socket is closed.

/** The built command line, which uses the same loaded modules as the code blocks of the pages. */
const { main } = (await import(join(ROOT, "dist/node/cli/program.js"))) as { readonly main: typeof Main };

/** Milliseconds that servers and connections may stay open after the last line of a code block. */
const CLOSED_WITHIN_MS = 20_000;

let fail: (error: unknown) => void = () => {};
process.on("uncaughtException", (error) => fail(error));
process.on("unhandledRejection", (error) => fail(error));
// The test has ended, and a code block that never ends must not keep this process alive.
process.on("disconnect", () => process.exit());

console.assert = (holds?: boolean, ...words: readonly unknown[]) => {
  if (holds !== true) throw new Error(`an assertion in the block failed: ${words.join(" ")}`);
};
console.log = () => {};
console.table = () => {};

process.on("message", ({ id, job }: SentJob) => {
  const thrown = new Promise<never>((_, reject) => {
    fail = reject;
  });
  void Promise.race([runJob(job), thrown])
    .then((out): PageAnswer => ({ id, out }))
    .catch((error: unknown): PageAnswer => ({
      id,
      failure: error instanceof Error ? String(error.stack) : String(error),
    }))
    .then((answer) => process.send!(answer));
});

/** Runs a file, or calls the command line, and returns the printed output. */
async function runJob(job: PageJob): Promise<string> {
  process.chdir(job.folder);
  const before = sockets();
  let printed = "";
  if ("file" in job) await import(pathToFileURL(join(job.folder, job.file)).href);
  else {
    const { code, out, err } = await answerOf(main, job.args, { env: { NO_COLOR: "1" } });
    if (code !== 0) throw new Error(`hindcast ${job.args.join(" ")} ended with ${code}: ${err}`);
    printed = out + err;
  }
  const latest = performance.now() + CLOSED_WITHIN_MS;
  while (sockets() > before && performance.now() < latest) await new Promise((resolve) => setTimeout(resolve, 5));
  if (sockets() > before) throw new Error("a block must close the servers and connections that it opens");
  return printed;
}

function sockets(): number {
  return process.getActiveResourcesInfo().filter((kind) => kind.startsWith("TCP")).length;
}
