import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { backtest, isStrategy, type AnyStrategy, type RunSettings } from "hindcast";
import { type Client, createClient } from "../../src/client/create-client.ts";
import { type RemoteOptions, runRemote } from "../../src/client/run-remote.ts";
import type { HindcastServer } from "../../src/server/build-server.ts";
import { openRecording } from "../../src/tape/recording/open-recording.ts";
import { ROOT } from "../house/source-files.ts";
import { servedSample } from "../support/served-sample.ts";

let server: HindcastServer;
let client: Client;

beforeAll(async () => {
  server = await servedSample();
  const baseUrl = `${await server.listen({ port: 0 })}/v2`;
  const apiKey = server.hindcast.keys.create({
    name: "test",
    tier: "enterprise",
    scopes: ["market_data:read", "stream:read", "trading:read", "trading:write", "replay:control"],
  }).text;
  client = createClient({ baseUrl, apiKey });
});
afterAll(() => server.close());

const folder = join(ROOT, "strategies");
const files = readdirSync(folder).filter((name) => name.endsWith(".ts"));
const strategies: AnyStrategy[] = [];
for (const file of files) {
  const module = (await import(pathToFileURL(join(folder, file)).href)) as Record<string, unknown>;
  strategies.push(...Object.values(module).filter(isStrategy));
}

const recording = await openRecording(join(ROOT, "data", "sample"));

/** What a batch run and a run against the service come to. */
async function both(strategy: AnyStrategy, options: RemoteOptions) {
  const { symbols, interval, from, to, params, settings = {} } = options;
  const data = await recording.marketData({ symbols: [...symbols], ...(interval === undefined ? {} : { interval }) });
  const range = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
  const batch = backtest(strategy, data, {
    settings: { ...settings, ...range },
    ...(params === undefined ? {} : { params }),
  });
  return { batch, remote: await runRemote(strategy, client, options) };
}

/** With which each strategy trades often in little time. */
const PARAMS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "sma-cross": { fast: 3, slow: 8 },
  "rsi-reversion": { low: 60, high: 70, trend: 5 },
  "macd-trend": { fast: 3, slow: 8, signal: 3 },
  "bollinger-breakout": { period: 5, deviations: 1 },
  "donchian-turtle": { entry: 5, exit: 3, atr: 5 },
  "bracket-breakout": { period: 5, atr: 5 },
  "stochastic-swing": { period: 5, low: 40, high: 60 },
  "pairs-reversion": { period: 5, entry: 1 },
};

describe.each(strategies.map((strategy) => [strategy.name, strategy] as const))("%s", (name, strategy) => {
  const settings: Partial<RunSettings> = {
    commission: { model: "percent", rate: 0.0005 },
    slippage: { model: "bps", bps: 2 },
    ...(strategy.needs?.account === "margin" ? { account: "margin" } : {}),
  };
  const params = PARAMS[name];
  const given = { settings, ...(params === undefined ? {} : { params }) };
  const pair = strategy.needs?.symbols === 2;

  // GOOGL is split two for one on 2022-06-06, AAPL four for one on 2023-11-06.
  test.each([
    ["daily bars", { symbols: ["AMZN", "GOOGL"], interval: "1d", from: "2022-05-16", to: "2022-07-15" }],
    [
      "minute bars",
      {
        symbols: pair ? ["AAPL", "MSFT"] : ["AAPL"],
        interval: "1m",
        from: "2023-11-03T19:40:00Z",
        to: "2023-11-06T15:10:00Z",
      },
    ],
  ] as const)("fills against the service as in batch, on %s", async (_, range) => {
    const { batch, remote } = await both(strategy, { ...given, ...range });
    expect(batch.fills.length).toBeGreaterThan(0);
    expect(remote.fills).toEqual(batch.fills);
    expect(remote.fillHash).toBe(batch.fillHash);
    expect(remote.equity.map(({ equity }) => equity)).toEqual([...batch.equity.equity]);
    expect(remote.orders).toEqual(batch.orders);
  });
});
