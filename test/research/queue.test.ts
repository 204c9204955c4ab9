import { spawn, type ChildProcess } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { queue, queueWorker, range, sweep } from "hindcast/research";
import { smaCross } from "../../strategies/sma-cross.ts";
import { withoutReadings } from "../cli/answer.ts";
import { COMMAND_LINE, hindcast, node, plainEnvironment } from "../cli/child-process.ts";
import { temporaryFolder } from "../cli/temporary-folder.ts";
import { ROOT } from "../house/source-files.ts";
import { dataChecksum } from "../../src/research/executors/shared-data.ts";
import { loadBullMq, redisAddress } from "../../src/research/executors/redis.ts";
import { queueName } from "../../src/research/executors/queue-messages.ts";
import { hasRedis, startRedis, startRedisAt } from "./redis.ts";
import { walkMarket } from "./walk.ts";

test("the address of a Redis may contain user, password and database, and may use TLS", () => {
  expect(redisAddress("redis://127.0.0.1")).toEqual({ host: "127.0.0.1", port: 6379, db: 0 });
  expect(redisAddress("rediss://me:p%40ss@[::1]:7000/2")).toEqual({
    host: "::1",
    port: 7000,
    db: 2,
    username: "me",
    password: "p@ss",
    tls: {},
  });
  expect(() => redisAddress("localhost:6379")).toThrow("redis must be an address such as redis://127.0.0.1:6379");
});

test("the error for missing packages of a Redis queue says what to install", async () => {
  await expect(loadBullMq(() => Promise.reject(new Error("Cannot find package")))).rejects.toMatchObject({
    code: "PACKAGE_MISSING",
    message:
      "the packages bullmq and ioredis must be installed to share trials over Redis, but could not be loaded. Run: npm install bullmq ioredis",
  });
});

test("sweeps and workers refuse an unreachable Redis with an error that hides its password", async () => {
  const redis = "redis://me:secret@127.0.0.1:1";
  const message = 'redis must be the address of a usable Redis (ECONNREFUSED), was "127.0.0.1:1"';
  const data = walkMarket(60);
  const source = { file: join(ROOT, "strategies/sma-cross.ts") };
  const executor = queue({ redis });
  await expect(sweep(smaCross, data, { params: { fast: [3] }, executor, source })).rejects.toThrow(message);
  await executor.close();
  await expect(queueWorker(data, { redis })).rejects.toThrow(message);
});

// These tests need redis-server (apt-get install redis-server). They mostly wait for timeouts, so they run concurrently. Tests that share a
// Redis use different data and therefore different queues.
describe.skipIf(!hasRedis)("with Redis (redis-server must be installed)", { concurrent: true }, () => {
  const folder = temporaryFolder();
  const prices = join(ROOT, "data/sp500-2000.csv");
  const started: ChildProcess[] = [];
  let url = "";

  const startWorker = async (redis = url): Promise<ChildProcess> => {
    const worker = spawn(
      process.execPath,
      [COMMAND_LINE, "worker", "--redis", redis, "--data", prices, "--lost-after", "1"],
      {
        env: plainEnvironment(),
        stdio: ["ignore", "ignore", "pipe"],
      },
    );
    started.push(worker);
    let stderr = "";
    for await (const chunk of worker.stderr) {
      stderr += String(chunk);
      if (stderr.includes("listening")) break;
    }
    expect(stderr).toContain("listening for trials over data");
    return worker;
  };

  beforeAll(async () => {
    const redis = await startRedis();
    url = redis.url;
    started.push(redis.process);
  }, 30_000);

  afterAll(() => {
    for (const child of started.toReversed()) child.kill("SIGKILL");
  });

  test("a sweep over two worker processes, one of them killed, gives the table of a local sweep byte for byte", async () => {
    const params = ["--param", "fast=2..11", "--param", "slow=50..64"];
    const args = ["sweep", "sma-cross", "--data", prices, ...params, "--json"];
    const journal = join(folder, "trials.ndjson");
    const [victim] = await Promise.all([startWorker(), startWorker()]);
    const here = hindcast([...args, "--threads", "1"]);
    const swept = hindcast([...args, "--redis", url, "--journal", journal]);
    const lines = () => (existsSync(journal) ? readFileSync(journal, "utf8").split("\n").length : 0);
    while (lines() < 60) await wait(10);
    victim.kill("SIGKILL");
    const left = lines();
    const [shared, single] = await Promise.all([swept, here]);
    expect(withoutReadings(shared).err).toBe("");
    expect(left).toBeLessThan(152);
    expect(shared.out).toBe(single.out);
    expect(lines()).toBe(152);
  }, 120_000);

  test("a worker process without connection to its Redis ends at the first signal", async () => {
    const ends = async (lossSignal: NodeJS.Signals, stop: NodeJS.Signals) => {
      const redis = await startRedis();
      started.push(redis.process);
      const worker = await startWorker(redis.url);
      redis.process.kill(lossSignal);
      await wait(500);
      const ended = once(worker, "exit");
      worker.kill(stop);
      return Promise.race([ended, wait(20_000, "still there")]);
    };
    // A killed Redis closes its connections. A stopped Redis leaves them open, like a machine that lost its network.
    const all = await Promise.all([ends("SIGKILL", "SIGTERM"), ends("SIGSTOP", "SIGINT")]);
    expect(all).toEqual([
      [0, null],
      [0, null],
    ]);
  }, 60_000);

  test("the error for a trial that ends its worker names the trial, and signals can end a worker with an endless trial", async () => {
    const file = join(folder, "bad.mjs");
    writeFileSync(
      file,
      `import { writeFileSync } from "node:fs";
      import { defineStrategy, param } from "hindcast";
      const actions = {
        exit: () => process.exit(0),
        loop: () => { writeFileSync(${JSON.stringify(join(folder, "begun"))}, ""); for (;;); },
      };
      export default defineStrategy({
        name: "bad",
        params: { action: param.choice(Object.keys(actions), { default: "exit" }) },
        onStart: ({ params }) => actions[params.action](),
      });`,
    );
    const redis = await startRedis();
    started.push(redis.process);
    const worker = await startWorker(redis.url);
    const args = ["sweep", file, "--data", prices, "--redis", redis.url, "--param"];
    expect(withoutReadings(await hindcast([...args, "action=exit"]))).toEqual({
      code: 1,
      out: "",
      err: "hindcast: bad ended its process with code 0 in trial 0: action exit\n",
    });
    const sweeping = spawn(process.execPath, [COMMAND_LINE, ...args, "action=loop"], { stdio: "ignore" });
    started.push(sweeping);
    while (!existsSync(join(folder, "begun"))) await wait(10);
    const ended = once(worker, "exit");
    // The worker ends at a second signal, but only after it has handled the first.
    while (worker.exitCode === null && worker.signalCode === null) {
      worker.kill("SIGINT");
      await wait(50);
    }
    expect(await ended).toEqual([null, "SIGINT"]);
    sweeping.kill("SIGINT");
  }, 120_000);

  test("a sweep whose Redis restarts without data sends its trials again and gives the same table", async () => {
    const redis = await startRedis();
    started.push(redis.process);
    const slow = join(folder, "slow.mjs");
    writeFileSync(
      slow,
      `import { defineStrategy, param } from "hindcast";
      export default defineStrategy({
        name: "slow",
        params: { every: param.integer({ default: 2 }) },
        onStart() { for (const end = Date.now() + 20; Date.now() < end; ); },
        onBar: ({ bar, orders, params }) => void (bar.index % params.every === 0 && orders.buy({ quantity: 1 })),
      });`,
    );
    const worker = await startWorker(redis.url);
    const args = ["sweep", slow, "--data", prices, "--param", "every=2..101", "--json"];
    const journal = join(folder, "lost.ndjson");
    const here = hindcast([...args, "--threads", "1"]);
    const swept = hindcast([...args, "--redis", redis.url, "--journal", journal]);
    const lines = () => (existsSync(journal) ? readFileSync(journal, "utf8").split("\n").length : 0);
    while (lines() < 20) await wait(10);
    redis.process.kill("SIGKILL");
    await once(redis.process, "exit");
    const left = lines();
    started.push(await startRedisAt(redis.port));
    const [shared, single] = await Promise.all([swept, here]);
    expect(withoutReadings(shared).err).toBe("");
    expect(left).toBeLessThan(102);
    expect(shared.out).toBe(single.out);
    worker.kill("SIGTERM");
  }, 120_000);

  test.each(["SIGKILL", "SIGSTOP"] as const)(
    "a sweep fails with a reason if its Redis stays unreachable (%s)",
    async (lossSignal) => {
      const redis = await startRedis();
      started.push(redis.process);
      const executor = queue({ redis: redis.url, lostAfter: 2 });
      const source = { file: join(ROOT, "strategies/sma-cross.ts") };
      const sum = dataChecksum(walkMarket(95));
      const waiting = sweep(smaCross, walkMarket(95), { params: { fast: [2], slow: [10] }, executor, source });
      const outcome = expect(waiting).rejects.toMatchObject({
        code: "REDIS_LOST",
        message: expect.stringMatching(/^the Redis at 127\.0\.0\.1:\d+ accepted no commands for 2 seconds \(.+\)$/),
      });
      const { Queue } = await loadBullMq();
      const look = new Queue(queueName(sum), { connection: redisAddress(redis.url) });
      look.on("error", () => undefined);
      while ((await look.getWaitingCount()) === 0) await wait(10);
      redis.process.kill(lossSignal);
      await outcome;
      await executor.close();
      void look.disconnect();
    },
    60_000,
  );

  test("sweeps and workers refuse a Redis with a wrong or missing password, a replica, and a full memory", async () => {
    const start = async (...options: readonly string[]) => {
      const redis = await startRedis(...options);
      started.push(redis.process);
      return redis;
    };
    const locked = await start("--requirepass", "right");
    const replica = await start("--replicaof", "127.0.0.1", String(locked.port));
    const full = await start("--maxmemory", "100kb", "--maxmemory-policy", "noeviction");
    const cases = [
      [locked.url.replace("//", "//:wrong@"), "WRONGPASS invalid username-password pair or user is disabled."],
      [locked.url, "NOAUTH Authentication required."],
      [replica.url, "READONLY You can't write against a read only replica."],
      [full.url, "OOM command not allowed when used memory > 'maxmemory'."],
    ] as const;
    const data = walkMarket(60);
    const source = { file: join(ROOT, "strategies/sma-cross.ts") };
    for (const [redis, reason] of cases) {
      const place = redis.replace(/^.*[/@]/, "");
      const message = `redis must be the address of a usable Redis (${reason}), was "${place}"`;
      const executor = queue({ redis });
      await expect(sweep(smaCross, data, { params: { fast: [3] }, executor, source })).rejects.toThrow(message);
      await executor.close();
      await expect(queueWorker(data, { redis })).rejects.toThrow(message);
    }
  }, 60_000);

  test("a sweep over Redis without any worker waits until an AbortSignal ends it", async () => {
    const executor = queue({ redis: url });
    const controller = new AbortController();
    const source = { file: join(ROOT, "strategies/sma-cross.ts") };
    const options = { params: { fast: [2], slow: [10] }, executor, source, signal: controller.signal };
    const waiting = sweep(smaCross, walkMarket(90), options);
    const outcome = expect(waiting).rejects.toThrow("enough");
    controller.abort(new Error("enough"));
    await outcome;
    await executor.close();
  });

  test("a sweep over Redis that is aborted at any moment leaves no unhandled rejection", async () => {
    const program = `
      import { queue, range, sweep } from "hindcast/research";
      import { readBars } from "hindcast/data";
      import { smaCross } from "./dist/strategies/sma-cross.js";
      const data = await readBars("data/sp500-2000.csv");
      const params = { fast: range(2, 30), slow: range(31, 200) };
      const source = { file: ${JSON.stringify(join(ROOT, "dist/strategies/sma-cross.js"))} };
      for (let ms = 0; ms < 120; ms += 6) {
        const executor = queue({ redis: ${JSON.stringify(url)} });
        const signal = AbortSignal.timeout(ms);
        // Of other chunks than those before, which would be answered already.
        const settings = { cash: 10_000 + ms };
        const error = await sweep(smaCross, data, { params, settings, executor, source, signal }).catch((e) => e);
        await executor.close();
        if (error !== signal.reason) throw error;
      }
      console.log("all stopped");`;
    const stopped = await node(["--input-type=module", "--eval", program]);
    expect(stopped).toEqual({ code: 0, out: "all stopped\n", err: "" });
  }, 60_000);

  test("the error for trials that fail in every worker contains the reason", async () => {
    const data = walkMarket(105);
    const { Worker } = await loadBullMq();
    const connection = redisAddress(url);
    const worker = new Worker(queueName(dataChecksum(data)), () => Promise.reject(new Error("no room")), {
      connection,
    });
    const executor = queue({ redis: url });
    const source = { file: join(ROOT, "strategies/sma-cross.ts") };
    await expect(sweep(smaCross, data, { params: { fast: [2], slow: [10] }, executor, source })).rejects.toMatchObject({
      code: "WORKER_LOST",
      message: "every worker that ran the trials from trial 0 on was lost (no room)",
    });
    await executor.close();
    await worker.close();
  });

  test("workers refuse a missing or different strategy file", async () => {
    const data = walkMarket(100);
    const { queueWorker } = await import("hindcast/research");
    const worker = await queueWorker(data, { redis: url });
    const executor = queue({ redis: url });
    const source = { file: join(ROOT, "strategies/sma-cross.ts"), sourceHash: "0".repeat(64) };
    const options = { params: { fast: range(2, 4), slow: [10] }, executor, source };
    await expect(sweep(smaCross, data, options)).rejects.toThrow(
      "differs from the file that the experiment started with",
    );
    await executor.close();
    await worker.close();
  });

  test("workers accept a strategy file that was corrected before it loaded, but not one that changed after it loaded", async () => {
    const data = walkMarket(110);
    const written = readFileSync(join(ROOT, "strategies/sma-cross.ts"), "utf8");
    const text = written.replace('"hindcast"', JSON.stringify(join(ROOT, "src/index.ts")));
    const file = join(folder, "changing.ts");
    const [first, executor] = [queue({ redis: url }), queue({ redis: url })];
    const worker = await queueWorker(data, { redis: url });
    const options = { params: { fast: range(3, 8), slow: [10] }, executor };
    const single = await sweep(smaCross, data, { params: options.params });
    const sourceHash = createHash("sha256").update(text).digest("hex");
    writeFileSync(file, `${text}// another`);
    const wrong = sweep(smaCross, data, { ...options, executor: first, source: { file, sourceHash } });
    await expect(wrong).rejects.toThrow("differs from the file that the experiment started with");
    await first.close();
    writeFileSync(file, text);
    expect((await sweep(smaCross, data, { ...options, source: { file, sourceHash } })).checksum).toBe(single.checksum);
    // A sweep without a hash of the file uses the current file.
    expect((await sweep(smaCross, data, { ...options, source: { file } })).checksum).toBe(single.checksum);
    writeFileSync(file, text.replace("sma(close, fast)", "sma(close, fast + 1)"));
    await expect(sweep(smaCross, data, { ...options, source: { file } })).rejects.toThrow(
      /^.*changing\.ts has changed since the worker loaded it \(SHA-256 was .*, is .*\): restart the worker$/,
    );
    await executor.close();
    await worker.close();
  });
});
