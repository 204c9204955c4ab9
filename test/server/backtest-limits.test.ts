import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import type { ServedStrategy } from "../../src/server/backtests/backtest-spec.ts";
import type { HindcastServer } from "../../src/server/build-server.ts";
import type { ServerSettings } from "../../src/server/server-settings.ts";
import { smaCross } from "../../strategies/sma-cross.ts";
import { ROOT } from "../house/source-files.ts";
import { BUILT_HOST, BUILT_THREAD, builtStrategy, doingStrategy, WAITS_FOR_RUN } from "../support/backtest-threads.ts";
import { CROSSING } from "../support/crossing-request.ts";
import { keyFor, servedSample } from "../support/served-sample.ts";
import { temporaryFiles } from "../support/temporary-files.ts";

const files = temporaryFiles();
const strategyThat = (name: string, code: string) => doingStrategy(files, name, code);

const sound = builtStrategy(smaCross);
let server: HindcastServer;
afterEach(() => server.close());

type Headers = Readonly<Record<string, string>>;
type Backtest = Readonly<Record<string, unknown>> & { readonly id: string; readonly status: string };

async function serve(strategies: readonly ServedStrategy[], settings: ServerSettings): Promise<void> {
  server = await servedSample({ strategies: [sound, ...strategies], backtestThreads: BUILT_THREAD, ...settings });
}

async function ask(headers: Headers, method: "GET" | "POST" | "DELETE", path = "", strategy = "sma-cross") {
  const { params: _params, ...request } = CROSSING as typeof CROSSING & { readonly params?: unknown };
  const payload = method === "POST" && { payload: { ...request, interval: "1d", strategy } };
  const answer = await server.inject({ method, url: `/v2/trading/backtests${path}`, headers, ...payload });
  return answer.json<Backtest>();
}

/** Waits until a backtest has a status or has ended. */
async function settled(headers: Headers, { id }: Backtest, wanted = ""): Promise<Backtest> {
  for (;;) {
    const backtest = await ask(headers, "GET", `/${id}`);
    if (backtest.status === wanted || backtest["finished_at"] !== null) return backtest;
    await sleep(10);
  }
}

const message = (text: string) => expect.stringContaining(text) as string;

/** Expects a failed backtest whose error code is documented. */
function expectDocumentedError(backtest: Backtest, code: string, text: string): void {
  expect(backtest).toMatchObject({ status: "failed", error: { code, message: message(text) } });
  expect(readFileSync(join(ROOT, "docs/reference/errors.md"), "utf8")).toContain(`| \`${code}\` |`);
}

describe("exceeding a limit fails the backtest, while a backtest of another API key completes, for", () => {
  test("a backtest that allocates memory endlessly", async () => {
    const greedy = await Promise.all([
      strategyThat("orders", "for (;;) orders.buy({ quantity: 1, limit: 0.01 });"),
      strategyThat("list", "for (;;) kept.push(Math.random());"),
      strategyThat("second", "for (;;) kept.push(new Float64Array(100_000).fill(1));"),
      // An array too large for V8's heap, which ends the process.
      strategyThat("array", "kept.push(new Array(2 ** 26).fill(1));"),
    ]);
    await serve(greedy, { backtestLimits: { memoryMb: 128 } });
    const [one, other] = [keyFor(server), keyFor(server)];
    const started = [];
    for (const { strategy } of greedy) started.push(await ask(one, "POST", "", strategy.name));
    const good = await ask(other, "POST");
    for (const each of started)
      expectDocumentedError(await settled(one, each), "BACKTEST_MEMORY_EXCEEDED", "may take 128 MiB of memory");
    expect(await settled(other, good)).toMatchObject({ status: "completed" });
  }, 60_000);

  test("a backtest that never ends and blocks its thread in native code", async () => {
    const blocks = "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);";
    await serve([await strategyThat("endless", blocks)], { backtestLimits: { seconds: 4 } });
    const [one, other] = [keyFor(server), keyFor(server)];
    const endless = await ask(one, "POST", "", "endless");
    const good = await ask(other, "POST");
    expectDocumentedError(await settled(one, endless), "BACKTEST_TIME_EXCEEDED", "may run for 4 seconds");
    expect(await settled(other, good)).toMatchObject({ status: "completed" });
  }, 60_000);

  test("a backtest whose result is too large", async () => {
    await serve([], { backtestLimits: { resultMb: 0.01 } });
    const key = keyFor(server);
    expectDocumentedError(await settled(key, await ask(key, "POST")), "BACKTEST_RESULT_TOO_LARGE", "may have 0.01 MiB");
  });
});

test("output that a backtest prints beyond 16,384 characters is dropped", async () => {
  const printing = await strategyThat("printing", `for (let i = 0; i < 30_000; i++) console.log("x".repeat(9_999));`);
  await serve([printing], { backtestLimits: { memoryMb: 128 } });
  const key = keyFor(server);
  expect(await settled(key, await ask(key, "POST", "", "printing"))).toMatchObject({
    status: "completed",
    error: null,
  });
}, 60_000);

test("the error message of a failed backtest is cut to 16,384 characters, whatever the strategy throws", async () => {
  const length = 80_000_000;
  const throwing = await Promise.all([
    strategyThat("long", `throw new Error("x".repeat(${length}));`),
    strategyThat("text", `throw "x".repeat(${length});`),
    strategyThat("detailed", `throw Object.assign(new Error("x"), { details: { all: "x".repeat(${length}) } });`),
    strategyThat("coded", `throw Object.assign(new Error("x"), { code: 5 });`),
    strategyThat("uncloned", "structuredClone(() => {});"),
  ]);
  await serve(throwing, {});
  const key = keyFor(server);
  const [longOne, text, detailed, coded, uncloned] = await Promise.all(
    throwing.map(async ({ strategy }) => settled(key, await ask(key, "POST", "", strategy.name))),
  );
  for (const backtest of [longOne!, text!]) {
    expectDocumentedError(backtest, "STRATEGY_FAILED", "characters more");
    expect((backtest["error"] as Error).message.length).toBeLessThan(17_000);
  }
  expectDocumentedError(detailed!, "STRATEGY_FAILED", "x (detailed, at ");
  expectDocumentedError(coded!, "STRATEGY_FAILED", "x (coded, at ");
  expectDocumentedError(uncloned!, "STRATEGY_FAILED", "could not be cloned");
}, 60_000);

test("messages that a strategy posts from its own thread are not mistaken for the backtest's result", async () => {
  const forging = await strategyThat(
    "forging",
    `const { parentPort, workerData } = process.getBuiltinModule("node:worker_threads");
    parentPort.postMessage(null);
    parentPort.postMessage({ error: { message: "forged" } });
    parentPort.postMessage({ piece: new Uint8Array(3) });
    parentPort.postMessage({ fingerprint: "forged" });
    if (workerData.port !== undefined) workerData.port.postMessage({ error: { message: "forged" } });`,
  );
  await serve([forging], {});
  const key = keyFor(server);
  const backtest = await settled(key, await ask(key, "POST", "", "forging"));
  expect(backtest).toMatchObject({ status: "completed", error: null });
  expect(backtest["fingerprint"]).not.toBe("forged");
  expect(await settled(key, await ask(key, "POST"))).toMatchObject({ status: "completed" });
}, 60_000);

test("of two concurrent backtests, only the one that exceeds its memory fails", async () => {
  const patient = await strategyThat(
    "patient",
    "kept.push(new Float64Array(5_000_000).fill(1)); Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500);",
  );
  const greedy = await strategyThat("greedy", "for (;;) kept.push(new Float64Array(100_000).fill(1));");
  await serve([patient, greedy], {
    backtestThreads: { ...BUILT_THREAD, threads: 2 },
    backtestLimits: { memoryMb: 128 },
  });
  const [one, other] = [keyFor(server), keyFor(server)];
  const innocent = await ask(other, "POST", "", "patient");
  const guilty = await ask(one, "POST", "", "greedy");
  const statuses = new Set<string>();
  server.hindcast.backtests.jobs.onChange(({ number, status }) => statuses.add(`${number} ${status}`));
  expect(await settled(one, guilty)).toMatchObject({ status: "failed", error: { code: "BACKTEST_MEMORY_EXCEEDED" } });
  expect(await settled(other, innocent)).toMatchObject({ status: "completed" });
  expect([...statuses]).toEqual(expect.arrayContaining(["1 running", "2 failed", "1 completed"]));
  expect(statuses).not.toContain("1 queued");
}, 60_000);

/** A backtest thread that never finishes. */
const HANGS = {
  threads: 1,
  entry: files.write("hangs.mjs", "setInterval(() => {}, 1000);"),
  ...BUILT_HOST,
};

test("backtests of several API keys take turns, so that many backtests of one key do not delay another key", async () => {
  await serve([], { backtestThreads: HANGS });
  const [one, other, third] = [keyFor(server), keyFor(server), keyFor(server)];
  const own = [await ask(one, "POST"), await ask(one, "POST"), await ask(one, "POST")] as const;
  const others = [await ask(other, "POST"), await ask(other, "POST")] as const;
  const last = await ask(third, "POST");
  const order: string[] = [];
  const keyOf = (id: string) => (id === last.id ? third : others.some((each) => each.id === id) ? other : one);
  for (let i = 0; i < 6; i++) {
    const all = [...own, ...others, last];
    for (;;) {
      const backtest = await Promise.all(all.map(({ id }) => ask(keyOf(id), "GET", `/${id}`)));
      const running = backtest.find(({ status }) => status === "running");
      if (running !== undefined) {
        order.push(running.id);
        await ask(keyOf(running.id), "DELETE", `/${running.id}`);
        break;
      }
      await sleep(5);
    }
  }
  expect(order).toEqual([own[0].id, others[0].id, last.id, own[1].id, others[1].id, own[2].id]);
});

test("an API key whose backtests occupy several threads does not delay the waiting backtest of another key", async () => {
  await serve([], { backtestThreads: { ...HANGS, threads: 2 } });
  const [one, other] = [keyFor(server), keyFor(server)];
  const own = [await ask(one, "POST"), await ask(one, "POST"), await ask(one, "POST"), await ask(one, "POST")] as const;
  const waits = await ask(other, "POST");
  await settled(one, own[1], "running");
  await ask(one, "DELETE", `/${own[0].id}`);
  expect(await settled(other, waits, "running")).toMatchObject({ status: "running" });
  expect(await ask(one, "GET", `/${own[2].id}`)).toMatchObject({ status: "queued" });
});

test("an API key with too many open backtests gets status 429", async () => {
  await serve([], { backtestThreads: { threads: 0 }, backtestLimits: { openPerKey: 2 } });
  const key = keyFor(server);
  await ask(key, "POST");
  await ask(key, "POST");
  expect(await ask(key, "POST")).toMatchObject({
    error: { code: "RATE_LIMIT_EXCEEDED", details: { limit: 2, open: 2 } },
  });
  expect(await ask(keyFor(server), "POST")).toMatchObject({ status: "queued" });
});

describe("stored backtest results", () => {
  /** A backtest thread with a result of 600,000 bytes. */
  const LARGE = {
    threads: 1,
    entry: files.write(
      "large.mjs",
      `import { randomBytes } from "node:crypto";
      ${WAITS_FOR_RUN} say({ piece: randomBytes(600_000) }); say({ fingerprint: null });`,
    ),
    ...BUILT_HOST,
  };
  const run = async (key: Headers) => settled(key, await ask(key, "POST"));

  test("beyond the size limit are deleted: the oldest result of the API key with the most data", async () => {
    await serve([], { backtestThreads: LARGE, backtestLimits: { keptMb: 2 } });
    const [one, other] = [keyFor(server), keyFor(server)];
    const first = await run(other);
    const own = [await run(one), await run(one), await run(one)];
    expect(await ask(one, "GET", `/${own[0]!.id}`)).toMatchObject({ error: { code: "BACKTEST_NOT_FOUND" } });
    for (const [key, { id }] of [
      [one, own[1]!],
      [one, own[2]!],
      [other, first],
    ] as const)
      expect(await ask(key, "GET", `/${id}`)).toMatchObject({ status: "completed" });
    const { database } = server.hindcast.store;
    expect(database.prepare("SELECT sum(bytes) AS bytes FROM backtest_ends").get()).toMatchObject({ bytes: 1_800_000 });
  });

  test("and failures are deleted after the retention time", async () => {
    let now = Date.UTC(2030, 0, 1);
    await serve([], { backtestThreads: LARGE, backtestLimits: { keptHours: 24 }, wallClock: () => now });
    const key = keyFor(server);
    const early = await run(key);
    now += 23 * 3_600_000;
    const late = await run(key);
    expect(await ask(key, "GET", `/${early.id}`)).toMatchObject({ status: "completed" });
    now += 3_600_000;
    await run(key);
    expect(await ask(key, "GET", `/${early.id}`)).toMatchObject({ error: { code: "BACKTEST_NOT_FOUND" } });
    expect(await ask(key, "GET", `/${late.id}`)).toMatchObject({ status: "completed" });
  });
});
