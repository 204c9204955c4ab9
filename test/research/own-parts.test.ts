import { join } from "node:path";
import { type AnyStrategy, defineSlippage, type SettingsInput, type CustomPart } from "hindcast";
import { queue, queueWorker, range, sweep, workers } from "hindcast/research";
import { afterAll, describe, expect, test } from "vitest";
import { ROOT } from "../house/source-files.ts";
import { hasRedis, startRedis } from "./redis.ts";
import { walkMarket } from "./walk.ts";

const file = join(ROOT, "test/support/own-parts.mjs");
const own = (await import(file)) as { readonly protectedCross: AnyStrategy } & Readonly<Record<string, CustomPart>>;
const strategy = own.protectedCross;
const settings: SettingsInput = {
  slippage: own["byRange"]!,
  commission: own["atLeastOne"]!,
  sizing: own["calm"]!,
  liquidity: own["hundredth"]!,
  fills: own["harsh"]!,
};
const data = walkMarket(300);
const params = { fast: range(3, 6), slow: [15, 20] };
const here = await sweep(strategy, data, { params, settings });

// The threads run built code, since each would compile the source.
const executor = workers({
  threads: 2,
  entry: join(ROOT, "dist/node/research/executors/pool-thread.cjs"),
  execArgv: [],
});
afterAll(() => executor.close());
const inThreads = (partSettings: SettingsInput, source: object = { file }) =>
  sweep(strategy, data, { params, settings: partSettings, executor, source: source as { readonly file: string } });

describe("user-defined execution model parts (slippage, fills …) in a strategy's file", () => {
  test("change the results of a sweep", async () => {
    expect(here.checksum).not.toBe((await sweep(strategy, data, { params })).checksum);
  });

  test("give the same table of trials in two threads as in one process", async () => {
    expect((await inThreads(settings)).checksum).toBe(here.checksum);
  });

  test.skipIf(!hasRedis)(
    "give the same table of trials over Redis as in one process",
    async () => {
      const redis = await startRedis();
      const worker = await queueWorker(data, { redis: redis.url });
      const shared = queue({ redis: redis.url });
      try {
        const swept = await sweep(strategy, data, { params, settings, executor: shared, source: { file } });
        expect(swept.checksum).toBe(here.checksum);
      } finally {
        await shared.close();
        await worker.close();
        redis.process.kill("SIGKILL");
      }
    },
    60_000,
  );

  test("are loaded from a new instance of the file when a sweep repeats trials to confirm them", async () => {
    const swept = await sweep(strategy, data, { params, settings, source: { file } });
    expect(swept).toMatchObject({ checksum: here.checksum, confirmed: "fresh-module" });
  });
});

test("worker threads refuse a user-defined slippage that the strategy's file lacks or defines differently", async () => {
  const distance = () => 0.01;
  await expect(inThreads({ slippage: defineSlippage({ name: "elsewhere", distance }) })).rejects.toThrow(
    `${file} must have the slippage "elsewhere" of the run exactly once, has none`,
  );
  await expect(inThreads({ slippage: defineSlippage({ name: "by-range", distance }) })).rejects.toThrow(
    `${file} must have the slippage "by-range" of the run exactly once, has one with other functions or options`,
  );
});
