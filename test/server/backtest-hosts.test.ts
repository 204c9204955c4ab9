import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { constants, getPriority } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import type { ServedStrategy } from "../../src/server/backtests/backtest-spec.ts";
import { buildServer, type HindcastServer } from "../../src/server/build-server.ts";
import type { ServerSettings } from "../../src/server/server-settings.ts";
import { LoadedRecording } from "../../src/data/recording/recording.ts";
import { smaCross } from "../../strategies/sma-cross.ts";
import { BUILT_THREAD, builtStrategy, doingStrategy } from "../support/backtest-threads.ts";
import { CROSSING } from "../support/crossing-request.ts";
import { addSession, keyFor, sampleRecording, servedSample } from "../support/served-sample.ts";
import { temporaryFiles } from "../support/temporary-files.ts";

const files = temporaryFiles();
const strategyThat = (name: string, code: string) => doingStrategy(files, name, code);

let server: HindcastServer;
afterEach(() => server.close());

type Headers = Readonly<Record<string, string>>;
type Backtest = Readonly<Record<string, unknown>> & { readonly id: string; readonly status: string };

async function serve(strategies: readonly ServedStrategy[], settings: ServerSettings = {}): Promise<Headers> {
  strategies = [builtStrategy(smaCross), ...strategies];
  server = await servedSample({ strategies, backtestThreads: BUILT_THREAD, ...settings });
  return keyFor(server);
}

async function ask(headers: Headers, method: "GET" | "POST" | "DELETE", path = "", strategy = "sma-cross") {
  const { params: _params, ...request } = CROSSING as typeof CROSSING & { readonly params?: unknown };
  const payload = method === "POST" && { payload: { ...request, interval: "1d", strategy } };
  const answer = await server.inject({ method, url: `/v2/trading/backtests${path}`, headers, ...payload });
  return answer.json<Backtest>();
}

async function ended(headers: Headers, { id }: Backtest): Promise<Backtest> {
  for (;;) {
    const backtest = await ask(headers, "GET", `/${id}`);
    if (backtest["finished_at"] !== null) return backtest;
    await sleep(10);
  }
}

const run = async (headers: Headers, strategy?: string) => ended(headers, await ask(headers, "POST", "", strategy));

/** Path of the file to which a strategy appends its process id. */
const pidFileOf = (name: string) => join(files.folder, `${name}.pid`);
const writesPid = (name: string) =>
  `process.getBuiltinModule("node:fs").appendFileSync(${JSON.stringify(pidFileOf(name))}, process.pid + "\\n");`;
/** Whether a file ends with a complete line. */
const isWritten = (path: string) => existsSync(path) && readFileSync(path, "utf8").endsWith("\n");
const pidsOf = (name: string) => readFileSync(pidFileOf(name), "utf8").trim().split("\n").map(Number);

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await sleep(10);
}

const FIFO = join(files.folder, "fifo");
execFileSync("mkfifo", [FIFO]);
/** A backtest thread that blocks in native code, where JavaScript cannot terminate it. */
const BLOCKS = {
  array: "new Array(2 ** 32 - 1).fill(0);",
  child: `process.getBuiltinModule("node:child_process").execSync("echo $$ > ${join(files.folder, "child")}; sleep 300");`,
  fifo: `process.getBuiltinModule("node:fs").readFileSync(${JSON.stringify(FIFO)});`,
  wait: "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);",
};

test("a backtest that blocks in native code is canceled at once, and its child processes end", async () => {
  const strategies = await Promise.all(
    Object.entries(BLOCKS).map(([name, code]) => strategyThat(name, `${writesPid(name)} ${code}`)),
  );
  const key = await serve(strategies);
  for (const name of Object.keys(BLOCKS)) {
    const blocked = await ask(key, "POST", "", name);
    await until(() => isWritten(pidFileOf(name)) && (name !== "child" || isWritten(join(files.folder, "child"))));
    expect(await ask(key, "DELETE", `/${blocked.id}`)).toMatchObject({ status: "canceled" });
    const [pid] = pidsOf(name);
    await until(() => !isAlive(pid!));
  }
  expect(await run(key)).toMatchObject({ status: "completed" });
  const child = Number(readFileSync(join(files.folder, "child"), "utf8"));
  await until(() => !isAlive(child));
}, 60_000);

test("closing the server ends a backtest that blocks in native code", async () => {
  const key = await serve([await strategyThat("stays", `${writesPid("stays")} ${BLOCKS.wait}`)]);
  await ask(key, "POST", "", "stays");
  await until(() => isWritten(pidFileOf("stays")));
  await server.close();
  expect(isAlive(pidsOf("stays")[0]!)).toBe(false);
}, 60_000);

test.each([
  ["exits", "process.exit(0);", "STRATEGY_FAILED", "the thread of the backtest ended before the run was done"],
  ["aborts", "process.abort();", "WORKER_LOST", "process.abort() is not supported in workers"],
  [
    "kills",
    'process.kill(process.pid, "SIGKILL");',
    "WORKER_LOST",
    "the process of the backtest ended before the run was done: it was ended by SIGKILL",
  ],
])(
  "the server continues when a backtest %s its own process; only the backtest fails",
  async (name, statement, code, text) => {
    const key = await serve([await strategyThat(name, statement)]);
    expect(await run(key, name)).toMatchObject({
      status: "failed",
      error: { code, message: expect.stringContaining(text) as string },
    });
    expect(await run(key)).toMatchObject({ status: "completed" });
  },
  60_000,
);

test("a backtest fails if an asynchronous hook of its strategy rejects", async () => {
  const key = await serve([
    await strategyThat("rejects", 'return Promise.resolve().then(() => { throw new Error("too late"); });'),
  ]);
  expect(await run(key, "rejects")).toMatchObject({
    status: "failed",
    error: { code: "STRATEGY_FAILED", message: expect.stringContaining("too late") as string },
  });
}, 60_000);

test("a backtest fails if its strategy file never finishes loading", async () => {
  const strategy = await strategyThat("awaits", "");
  const awaits = `${readFileSync(strategy.file, "utf8")}
    await new Promise(() => {});`;
  writeFileSync(strategy.file, awaits);
  const key = await serve([{ ...strategy, sourceHash: createHash("sha256").update(awaits).digest("hex") }]);
  expect(await run(key, "awaits")).toMatchObject({
    status: "failed",
    error: {
      code: "STRATEGY_INVALID",
      message: expect.stringMatching(
        /^the file of awaits cannot be loaded: a top-level await never settles$/,
      ) as string,
    },
  });
}, 60_000);

test("a backtest fails if its data cannot be sent to its process, and the server continues", async () => {
  const market = (await sampleRecording()).market();
  const instruments = market.instruments.map((one) => (one.symbol === "KO" ? { ...one, note: () => "none" } : one));
  const recording = new LoadedRecording({ ...market, instruments }, "own");
  const start = Date.UTC(2023, 11, 15, 17);
  const strategies = [builtStrategy(smaCross)];
  server = await buildServer(recording, { start, speed: 0, strategies, backtestThreads: BUILT_THREAD });
  const key = keyFor(server);
  expect(await run(key)).toMatchObject({
    status: "failed",
    error: { code: "STRATEGY_FAILED", message: expect.stringContaining("could not be cloned") as string },
  });
  expect(await run(key)).toMatchObject({ status: "failed" });
}, 60_000);

test("messages that a strategy writes to its process's file descriptors are ignored", async () => {
  const forges = `
    const { serialize } = process.getBuiltinModule("node:v8");
    const { writeSync } = process.getBuiltinModule("node:fs");
    const forged = serialize({ run: "guessed", fingerprint: "forged" });
    const length = Buffer.alloc(4);
    length.writeUInt32LE(forged.length);
    writeSync(3, Buffer.concat([length, forged]));`;
  const strategies = [
    await strategyThat("forges", forges),
    await strategyThat("breaks", 'process.getBuiltinModule("node:fs").writeSync(3, "not a message at all");'),
  ];
  const key = await serve(strategies);
  const backtest = await run(key, "forges");
  expect(backtest).toMatchObject({ status: "completed", error: null });
  expect(backtest["fingerprint"]).not.toBe("forged");
  expect(await run(key, "breaks")).toMatchObject({ status: "failed", error: { code: "WORKER_LOST" } });
  expect(await run(key)).toMatchObject({ status: "completed" });
}, 60_000);

test("two backtests in one reused process have equal results, and the process has no API key in its environment", async () => {
  process.env["HINDCAST_KEY"] = "hc_secret";
  try {
    const tells = await strategyThat(
      "tells",
      `${writesPid("tells")} if (process.env.HINDCAST_KEY) throw new Error("a key");`,
    );
    const key = await serve([tells]);
    const { main } = server.hindcast.sessions;
    const results = async (): Promise<readonly unknown[]> => {
      const all: unknown[] = [];
      for (const now of [Date.UTC(2023, 8, 29, 21), main.now, Date.UTC(2023, 8, 29, 21)]) {
        addSession(server, `at-${all.length}`, { now, view: () => main.view(now) });
        const session = { ...key, "x-replay-session": `at-${all.length}` };
        all.push((await run(session))["fingerprint"]);
      }
      return all;
    };
    const fingerprints = await results();
    expect(fingerprints[0]).toBe(fingerprints[2]);
    expect(await run(key, "tells")).toMatchObject({ status: "completed", error: null });
    expect(await run(key, "tells")).toMatchObject({ status: "completed", error: null });
    const [one, other] = pidsOf("tells");
    expect(one).toBe(other);
    // The backtest process has a lower priority, so that requests for quotes do not wait for backtests.
    expect(getPriority(one)).toBe(Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL));
    expect((await run(key))["fingerprint"]).toBe(fingerprints[1]);
  } finally {
    delete process.env["HINDCAST_KEY"];
  }
}, 60_000);

test("a backtest that runs out of memory in a reused process is retried in a new process, and fails there", async () => {
  const takes = "for (;;) kept.push(new Float64Array(100_000).fill(1));";
  const key = await serve([await strategyThat("cramped", `${writesPid("cramped")} ${takes}`)], {
    backtestLimits: { memoryMb: 256 },
  });
  expect(await run(key)).toMatchObject({ status: "completed" });
  expect(await run(key, "cramped")).toMatchObject({
    status: "failed",
    error: { code: "BACKTEST_MEMORY_EXCEEDED" },
  });
  const [first, second, ...more] = pidsOf("cramped");
  expect(more).toEqual([]);
  expect(second).not.toBe(first);
  expect(await run(key)).toMatchObject({ status: "completed" });
}, 60_000);
