import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { type Client, createClient, runRemote } from "hindcast/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { HindcastServer } from "../../src/server/build-server.ts";
import { WITH_TYPESCRIPT } from "../cli/child-process.ts";
import { batchOf, parityRuns } from "../support/parity-runs.ts";
import { servedSample } from "../support/served-sample.ts";

let server: HindcastServer;
let client: Client;

const runs = await parityRuns();
const thread = new Worker(new URL("../support/parity-thread.mjs", import.meta.url), { execArgv: [...WITH_TYPESCRIPT] });
/** Hashes of the fills in backtests without a server, to compare with the runs in a thread. */
const expected: string[] = [];
const hashes = once(thread, "message").then(([message]) => message as readonly string[]);

beforeAll(async () => {
  server = await servedSample();
  const apiKey = server.hindcast.keys.create({
    name: "test",
    tier: "enterprise",
    scopes: ["market_data:read", "stream:read", "trading:read", "trading:write", "replay:control"],
  }).text;
  client = createClient({ baseUrl: await server.listen({ port: 0 }), apiKey });
});
afterAll(async () => {
  await thread.terminate();
  await server.close();
});

describe("fills equal those of a backtest without a server", () => {
  test.each(runs.map((run, place) => [run.strategy.name, run.on, run, place] as const))(
    "for a run of %s on %s against a server",
    async (_name, _on, run, place) => {
      const batch = await batchOf(run);
      const remote = await runRemote(run.strategy, client, run.options);
      expect(batch.fills.length).toBeGreaterThan(0);
      // Only backtests state the date of each fill, so the comparison leaves dates out.
      expect(remote.fills).toEqual(batch.fills.map(({ date: _date, ...booked }) => booked));
      expect(remote.fillHash).toBe(batch.fillHash);
      expect(remote.equity.map(({ equity }) => equity)).toEqual([...batch.equity.equity]);
      expect(remote.orders).toEqual(batch.orders);
      expect(remote.log).toEqual(batch.log);
      expect(remote.band).toEqual(batch.band);
      expected[place] = batch.fillHash;
    },
  );

  test("for runs in a thread with the built library", async () => {
    for (const [place, run] of runs.entries()) expected[place] ??= (await batchOf(run)).fillHash;
    expect(await hashes).toEqual(expected);
  });
});
