import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readBars } from "hindcast/data";
import { createClient, runRemote } from "hindcast/client";
import { range, sweep, workers } from "hindcast/research";
import { expect, test } from "vitest";
import { smaCross } from "../../strategies/sma-cross.ts";
import { FROM_SOURCE } from "../cli/child-process.ts";
import { ROOT } from "../house/source-files.ts";
import { killAgainAndAgain } from "../support/killing.ts";
import { batchOf, parityRuns } from "../support/parity-runs.ts";
import { seededRandom } from "../support/series.ts";
import { servedSample } from "../support/served-sample.ts";
import { temporaryFiles } from "../support/temporary-files.ts";

/*
 * Mixes all faults. A server is killed, its disk fills up and its clock jumps; clients of another server's replays hang up; sweeps in
 * threads are stopped. In the end all records must equal those of a run without faults.
 */
const { folder } = temporaryFiles();
const kills = Number(process.env["HINDCAST_KILLS"] ?? 150);
const seed = Number(process.env["HINDCAST_SOAK_SEED"] ?? 11);

test("orders, replays and sweeps with faults leave the same books as without faults", async () => {
  let isOver = false;
  const killed = killAgainAndAgain(kills, seed, folder, { clockJumps: true, fullDisk: true, followers: true }).finally(
    () => (isOver = true),
  );
  const [, replays, sweeps] = await Promise.all([killed, replayed(() => isOver), swept(() => isOver)]);
  expect(replays, "replays that ended").toBeGreaterThan(0);
  expect(sweeps, "sweeps that ended").toBeGreaterThan(0);
});

/** Runs every strategy in lockstep sessions of a server while clients hang up. Returns the number of completed runs. */
async function replayed(isOver: () => boolean): Promise<number> {
  const server = await servedSample();
  const { text: apiKey } = server.hindcast.keys.create({
    name: "soak",
    tier: "enterprise",
    scopes: [
      "market_data:read",
      "stream:read",
      "trading:read",
      "trading:write",
      "replay:control",
      "replay:main",
      "replay:faults",
    ],
  });
  const baseUrl = await server.listen({ port: 0, host: "127.0.0.1" });
  const client = createClient({ baseUrl, apiKey });
  const random = seededRandom(seed);
  const rude = hangUp(baseUrl, () => {
    const { text } = server.hindcast.keys.create({ name: "rude", tier: "enterprise", scopes: ["stream:read"] });
    return text;
  });
  let ended = 0;
  try {
    for (const runs = await parityRuns(); ended === 0 || !isOver(); ended++) {
      const run = runs[Math.floor(random() * runs.length)]!;
      const [batch, remote] = await Promise.all([batchOf(run), runRemote(run.strategy, client, run.options)]);
      expect(remote.fillHash, `${run.strategy.name} on ${run.on}`).toBe(batch.fillHash);
      expect(remote.orders).toEqual(batch.orders);
    }
  } finally {
    await rude.stop();
    await server.close();
  }
  return ended;
}

/** Clients that open a stream and disconnect before reading it, one after another. */
function hangUp(baseUrl: string, newKey: () => string): { readonly stop: () => Promise<void> } {
  const stopping = new AbortController();
  const hanging = (async () => {
    const client = createClient({ baseUrl, apiKey: newKey() });
    while (!stopping.signal.aborted) {
      const stream = await client.stream();
      stream.subscribe({ channel: "clock" });
      stream.close();
      await sleep(20);
    }
  })();
  return {
    stop() {
      stopping.abort();
      return hanging;
    },
  };
}

/** Runs sweeps in threads and stops every second one early. Returns the number of completed sweeps. */
async function swept(isOver: () => boolean): Promise<number> {
  const data = await readBars(join(ROOT, "data", "sp500-2000.csv"), { symbol: "SPX" });
  const params = { fast: range(5, 14), slow: range(20, 60, 2) };
  const source = { file: join(ROOT, "strategies", "sma-cross.ts") };
  const { checksum } = await sweep(smaCross, data, { params });
  let ended = 0;
  while (ended === 0 || !isOver()) {
    const entry = join(ROOT, "src/cli/loading/thread-from-source.mjs");
    const executor = workers({ threads: 2, entry, execArgv: [...FROM_SOURCE] });
    const stopped = new AbortController();
    const sweeping = sweep(smaCross, data, { params, source, executor, signal: stopped.signal });
    // A stopped sweep rejects, unless it has already ended.
    const settled = sweeping.catch(() => undefined);
    await sleep(50);
    stopped.abort();
    await settled;
    const again = await sweep(smaCross, data, { params, source, executor });
    expect(again.checksum).toBe(checksum);
    ended++;
    await executor.close();
  }
  return ended;
}
