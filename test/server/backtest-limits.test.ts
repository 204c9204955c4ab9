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
const doing = (name: string, does: string) => doingStrategy(files, name, does);

const sound = builtStrategy(smaCross);
let server: HindcastServer;
afterEach(() => server.close());

type Headers = Readonly<Record<string, string>>;
type Told = Readonly<Record<string, unknown>> & { readonly id: string; readonly status: string };

async function serve(strategies: readonly ServedStrategy[], settings: ServerSettings): Promise<void> {
  server = await servedSample({ strategies: [sound, ...strategies], backtestThreads: BUILT_THREAD, ...settings });
}

async function ask(headers: Headers, method: "GET" | "POST" | "DELETE", path = "", strategy = "sma-cross") {
  const { params: _params, ...request } = CROSSING as typeof CROSSING & { readonly params?: unknown };
  const payload = method === "POST" && { payload: { ...request, interval: "1d", strategy } };
  const answer = await server.inject({ method, url: `/v2/trading/backtests${path}`, headers, ...payload });
  return answer.json<Told>();
}

/** A backtest once it is in a state, or has ended. */
async function once(headers: Headers, { id }: Told, wanted = ""): Promise<Told> {
  for (;;) {
    const told = await ask(headers, "GET", `/${id}`);
    if (told.status === wanted || told["finished_at"] !== null) return told;
    await sleep(10);
  }
}

const message = (text: string) => expect.stringContaining(text) as string;

/** What an error says, and that its code is explained. */
function isExplained(told: Told, code: string, text: string): void {
  expect(told).toMatchObject({ status: "failed", error: { code, message: message(text) } });
  expect(readFileSync(join(ROOT, "docs/reference/errors.md"), "utf8")).toContain(`| \`${code}\` |`);
}

describe("a backtest that goes beyond a limit has failed, and that of another key behind it comes to its end:", () => {
  test("those that take memory without end, one after the other", async () => {
    const greedy = await Promise.all([
      doing("orders", "for (;;) orders.buy({ quantity: 1, limit: 0.01 });"),
      doing("list", "for (;;) kept.push(Math.random());"),
      doing("beside", "for (;;) kept.push(new Float64Array(100_000).fill(1));"),
      // V8 has no room for it in a heap of this size, and ends the process.
      doing("array", "kept.push(new Array(2 ** 26).fill(1));"),
    ]);
    await serve(greedy, { backtestLimits: { memoryMb: 128 } });
    const [one, other] = [keyFor(server), keyFor(server)];
    const asked = [];
    for (const { strategy } of greedy) asked.push(await ask(one, "POST", "", strategy.name));
    const good = await ask(other, "POST");
    for (const each of asked)
      isExplained(await once(one, each), "BACKTEST_MEMORY_EXCEEDED", "may take 128 MiB of memory");
    expect(await once(other, good)).toMatchObject({ status: "completed" });
  }, 60_000);

  test("one that never ends, and blocks its thread outside of JavaScript", async () => {
    const blocks = "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);";
    await serve([await doing("endless", blocks)], { backtestLimits: { seconds: 4 } });
    const [one, other] = [keyFor(server), keyFor(server)];
    const endless = await ask(one, "POST", "", "endless");
    const good = await ask(other, "POST");
    isExplained(await once(one, endless), "BACKTEST_TIME_EXCEEDED", "may run for 4 seconds");
    expect(await once(other, good)).toMatchObject({ status: "completed" });
  }, 60_000);

  test("one whose result is too large", async () => {
    await serve([], { backtestLimits: { resultMb: 0.01 } });
    const key = keyFor(server);
    isExplained(await once(key, await ask(key, "POST")), "BACKTEST_RESULT_TOO_LARGE", "may have 0.01 MiB");
  });
});

test("what a backtest prints does not wait in memory: beyond 16,384 characters it is left out", async () => {
  const printing = await doing("printing", `for (let i = 0; i < 30_000; i++) console.log("x".repeat(9_999));`);
  await serve([printing], { backtestLimits: { memoryMb: 128 } });
  const key = keyFor(server);
  expect(await once(key, await ask(key, "POST", "", "printing"))).toMatchObject({ status: "completed", error: null });
}, 60_000);

test("of the message of an error 16,384 characters are kept, whatever a strategy throws", async () => {
  const length = 80_000_000;
  const throwing = await Promise.all([
    doing("long", `throw new Error("x".repeat(${length}));`),
    doing("text", `throw "x".repeat(${length});`),
    doing("detailed", `throw Object.assign(new Error("x"), { details: { all: "x".repeat(${length}) } });`),
    doing("coded", `throw Object.assign(new Error("x"), { code: 5 });`),
    doing("uncloned", "structuredClone(() => {});"),
  ]);
  await serve(throwing, {});
  const key = keyFor(server);
  const [longOne, text, detailed, coded, uncloned] = await Promise.all(
    throwing.map(async ({ strategy }) => once(key, await ask(key, "POST", "", strategy.name))),
  );
  for (const told of [longOne!, text!]) {
    isExplained(told, "STRATEGY_FAILED", "characters more");
    expect((told["error"] as Error).message.length).toBeLessThan(17_000);
  }
  isExplained(detailed!, "STRATEGY_FAILED", "x (detailed, at ");
  isExplained(coded!, "STRATEGY_FAILED", "x (coded, at ");
  isExplained(uncloned!, "STRATEGY_FAILED", "could not be cloned");
}, 60_000);

test("what a strategy sends from its thread is not taken for an answer", async () => {
  const forging = await doing(
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
  const told = await once(key, await ask(key, "POST", "", "forging"));
  expect(told).toMatchObject({ status: "completed", error: null });
  expect(told["fingerprint"]).not.toBe("forged");
  expect(await once(key, await ask(key, "POST"))).toMatchObject({ status: "completed" });
}, 60_000);

test("of two that run at once, only the one that takes too much memory fails; the other goes on", async () => {
  const patient = await doing(
    "patient",
    "kept.push(new Float64Array(5_000_000).fill(1)); Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500);",
  );
  const greedy = await doing("greedy", "for (;;) kept.push(new Float64Array(100_000).fill(1));");
  await serve([patient, greedy], {
    backtestThreads: { ...BUILT_THREAD, threads: 2 },
    backtestLimits: { memoryMb: 128 },
  });
  const [one, other] = [keyFor(server), keyFor(server)];
  const innocent = await ask(other, "POST", "", "patient");
  const guilty = await ask(one, "POST", "", "greedy");
  const statuses = new Set<string>();
  server.hindcast.backtests.jobs.onChange(({ number, status }) => statuses.add(`${number} ${status}`));
  expect(await once(one, guilty)).toMatchObject({ status: "failed", error: { code: "BACKTEST_MEMORY_EXCEEDED" } });
  expect(await once(other, innocent)).toMatchObject({ status: "completed" });
  expect([...statuses]).toEqual(expect.arrayContaining(["1 running", "2 failed", "1 completed"]));
  expect(statuses).not.toContain("1 queued");
}, 60_000);

/** A thread that is never done. */
const HANGS = {
  threads: 1,
  entry: files.write("hangs.mjs", "setInterval(() => {}, 1000);"),
  ...BUILT_HOST,
};

test("keys take turns: many backtests of one do not keep another waiting", async () => {
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
      const told = await Promise.all(all.map(({ id }) => ask(keyOf(id), "GET", `/${id}`)));
      const running = told.find(({ status }) => status === "running");
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

test("a key with more threads than one does not take what another waits for", async () => {
  await serve([], { backtestThreads: { ...HANGS, threads: 2 } });
  const [one, other] = [keyFor(server), keyFor(server)];
  const own = [await ask(one, "POST"), await ask(one, "POST"), await ask(one, "POST"), await ask(one, "POST")] as const;
  const waits = await ask(other, "POST");
  await once(one, own[1], "running");
  await ask(one, "DELETE", `/${own[0].id}`);
  expect(await once(other, waits, "running")).toMatchObject({ status: "running" });
  expect(await ask(one, "GET", `/${own[2].id}`)).toMatchObject({ status: "queued" });
});

test("how many of a key may wait or run is a setting, and the answer beyond it is 429", async () => {
  await serve([], { backtestThreads: { threads: 0 }, backtestLimits: { openPerKey: 2 } });
  const key = keyFor(server);
  await ask(key, "POST");
  await ask(key, "POST");
  expect(await ask(key, "POST")).toMatchObject({
    error: { code: "RATE_LIMIT_EXCEEDED", details: { limit: 2, open: 2 } },
  });
  expect(await ask(keyFor(server), "POST")).toMatchObject({ status: "queued" });
});

describe("results are kept within bounds:", () => {
  /** A thread whose result has 600,000 bytes. */
  const LARGE = {
    threads: 1,
    entry: files.write(
      "large.mjs",
      `import { randomBytes } from "node:crypto";
      ${WAITS_FOR_RUN} say({ piece: randomBytes(600_000) }); say({ fingerprint: null });`,
    ),
    ...BUILT_HOST,
  };
  const run = async (key: Headers) => once(key, await ask(key, "POST"));

  test("beyond their room the oldest of the key that keeps most goes", async () => {
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

  test("after their hours by the real clock they go, and so do those that failed", async () => {
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
