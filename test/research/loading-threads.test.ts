import { readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { range, sweep, workers } from "hindcast/research";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { smaCross } from "../../strategies/sma-cross.ts";
import { FROM_SOURCE, node } from "../cli/child-process.ts";
import { ROOT } from "../house/source-files.ts";
import { walkMarket } from "./walk.ts";

const data = walkMarket(200);
// There are more trials than one thread takes at once.
const params = { fast: range(3, 6), slow: [15, 20] };
// The strategy is a built file, since each thread would compile its source.
const built = { file: join(ROOT, "dist/strategies/sma-cross.js"), export: "smaCross" };
const threadModule = JSON.stringify(join(ROOT, "dist/node/research/executors/thread.js"));

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hindcast-threads-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs a sweep whose threads load a module with the code `text`. Each load of the module appends a letter to a file. */
async function sweepWithThreads(name: string, threads: number, text: string) {
  const [entry, loads] = [join(folder, `${name}.mjs`), join(folder, `${name}.loads`)];
  writeFileSync(loads, "");
  const start = `import { appendFileSync, readFileSync } from "node:fs";
    const loads = ${JSON.stringify(loads)};
    appendFileSync(loads, "x");`;
  writeFileSync(entry, `${start}\n${text}`);
  const executor = workers({ threads, entry, execArgv: [] });
  try {
    return await sweep(smaCross, data, { params, executor, source: built });
  } finally {
    await executor.close();
    expect(readFileSync(loads, "utf8")).toMatch(/^x{2,}$/);
  }
}

describe("worker threads of a sweep that fail while they load", () => {
  for (const threads of [1, 2]) {
    test(`end the sweep with an error if every thread exits (threads: ${threads})`, async () => {
      await expect(sweepWithThreads(`exits-${threads}`, threads, "process.exit(3);")).rejects.toMatchObject({
        code: "WORKER_LOST",
        message: expect.stringContaining("(worker exited with code: 3)"),
      });
    }, 120_000);

    test(`end the sweep with an error, but not the process, if every thread throws (threads: ${threads})`, async () => {
      const text = `throw new Error("nothing to load");`;
      await expect(sweepWithThreads(`throws-${threads}`, threads, text)).rejects.toMatchObject({
        code: "WORKER_LOST",
        message: expect.stringContaining("(nothing to load)"),
      });
    }, 120_000);
  }

  test("say what to do about a strategy in a kind of file that Node does not load", async () => {
    const file = join(folder, "strategy.tsx");
    writeFileSync(file, "export const smaCross = undefined;");
    const executor = workers({ threads: 1, entry: JSON.parse(threadModule) as string, execArgv: [] });
    const source = { file, export: "smaCross" };
    await expect(sweep(smaCross, data, { params, executor, source })).rejects.toMatchObject({
      code: "STRATEGY_INVALID",
      message: expect.stringContaining(
        `Unknown file extension ".tsx" for ${file}: compile it to JavaScript, or use the command line`,
      ),
    });
    await executor.close();
  }, 120_000);

  test("are replaced, and the sweep completes if the replacements load", async () => {
    // The first two threads exit while they load; the third loads normally.
    const text = `if (readFileSync(loads, "utf8").length < 3) process.exit(3);
      const { default: runChunk } = await import(${threadModule});
      export default runChunk;`;
    const { checksum } = await sweepWithThreads("comes", 1, text);
    expect(checksum).toBe((await sweep(smaCross, data, { params })).checksum);
  }, 120_000);
});

test("a worker thread and its strategy use the same instance of Hindcast, even if a loader can load TypeScript by require", async () => {
  const entry = join(folder, "required.mjs");
  const thread = JSON.stringify(join(ROOT, "src/research/executors/thread.ts"));
  // The thread pool resolves its entry by require. With tsx, `require` and `import` load separate copies of a module.
  const text = `import { createRequire } from "node:module";
    import { register } from "${import.meta.resolve("tsx/esm/api")}";
    register({ tsconfig: false });
    let required;
    try {
      required = createRequire(import.meta.url)(${thread});
    } catch {}
    const { default: runChunk } = required ?? (await import(${thread}));
    export default runChunk;`;
  writeFileSync(entry, text);
  const executor = workers({ threads: 1, entry, execArgv: [...FROM_SOURCE] });
  const source = { file: join(ROOT, "strategies/sma-cross.ts"), export: "smaCross" };
  try {
    const { checksum } = await sweep(smaCross, data, { params, executor, source });
    expect(checksum).toBe((await sweep(smaCross, data, { params })).checksum);
  } finally {
    await executor.close();
  }
}, 120_000);

test("worker threads that are terminated while they load do not end the process", async () => {
  // The sweeps run in a child process, since a failure would end the process silently. A missing strategy file ends a sweep while a
  // second thread still loads.
  const program = `
    import { sweep, workers } from "hindcast/research";
    import { readBars } from "hindcast/data";
    import { smaCross } from ${JSON.stringify(built.file)};
    const data = await readBars("data/sp500-2000.csv");
    const executor = workers({ threads: 2 });
    for (let i = 0; i < 20; i++) {
      const source = { file: "missing-" + i + ".js", export: "smaCross" };
      const params = { fast: [5, 10, 15], slow: [20, 40] };
      await sweep(smaCross, data, { params, executor, source }).then(() => process.exit(3), () => {});
    }
    await executor.close();
    console.log("all ended");`;
  const ended = await node(["--input-type=module", "--eval", program]);
  expect(ended).toEqual({ code: 0, out: "all ended\n", err: "" });
}, 120_000);
