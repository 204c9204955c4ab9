import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type AnyStrategy, backtest, defineSlippage, type SettingsInput, type CustomPart } from "hindcast";
import { createClient, runRemote } from "hindcast/client";
import { afterAll, describe, expect, test } from "vitest";
import { openRecording } from "../../src/data/recording/open-recording.ts";
import { SCOPES } from "../../src/schemas/scope.ts";
import { StateStore } from "../../src/server/store/state-store.ts";
import { temporaryFolder } from "../cli/temporary-folder.ts";
import { ROOT } from "../house/source-files.ts";
import { BUILT_THREAD } from "../support/backtest-threads.ts";
import { keyFor, servedSample } from "../support/served-sample.ts";
import { openFloor } from "../support/trading-floor.ts";

const folder = temporaryFolder();
const file = join(ROOT, "test/support/own-parts.mjs");
const exports = (await import(file)) as { readonly protectedCross: AnyStrategy } & Readonly<Record<string, CustomPart>>;
const { protectedCross: strategy, byRange, atLeastOne, calm, hundredth, harsh } = exports;
const settings: SettingsInput = {
  slippage: byRange!,
  commission: atLeastOne!,
  sizing: calm!,
  liquidity: hundredth!,
  fills: harsh!,
};
const models = {
  "costs-byRange": byRange!,
  "costs-atLeastOne": atLeastOne!,
  "sizes-calm": calm!,
  hundredth: hundredth!,
  harsh: harsh!,
};
const sourceHash = createHash("sha256").update(readFileSync(file)).digest("hex");
const range = { symbols: ["KO"], interval: "1d", from: "2022-01-03", to: "2023-06-30" } as const;

const server = await servedSample({
  models,
  strategies: [{ strategy, file, sourceHash, exports }],
  backtestThreads: { ...BUILT_THREAD, threads: 2 },
});
afterAll(() => server.close());
const headers = keyFor(server);

const { symbols, interval, from, to } = range;
const sample = await openRecording(join(ROOT, "data", "sample"));
const data = await sample.marketData({ symbols: [...symbols], interval });
const batch = backtest(strategy, data, { ...settings, from, to });

describe("a backtest in this process with custom commission and fill models has the same fills as", () => {
  test("an account that a client trades over HTTP", async () => {
    const apiKey = server.hindcast.keys.create({ name: "remote", tier: "enterprise", scopes: SCOPES }).text;
    const client = createClient({ baseUrl: await server.listen({ port: 0, host: "127.0.0.1" }), apiKey });
    const remote = await runRemote(strategy, client, { ...range, symbols: [...symbols], settings });
    expect(batch.fills.length).toBeGreaterThan(20);
    expect(remote.fillHash).toBe(batch.fillHash);
    expect(batch.fillHash).not.toBe(backtest(strategy, data, { from, to }).fillHash);
  }, 60_000);

  test("backtests in two threads, which load the models from the strategy's file", async () => {
    const named = {
      slippage: { model: "custom", name: "byRange" },
      commission: { model: "custom", name: "at-least-one" },
      sizing: { model: "custom", name: "calm" },
      liquidity: { model: "custom", name: "hundredth" },
      fills: { model: "custom", name: "harsh" },
    };
    const ask = async (method: "GET" | "POST", path: string, payload?: object) => {
      const url = `/v2/trading/backtests${path}`;
      const answer = await server.inject({ method, url, headers, ...(payload && { payload }) });
      return { status: answer.statusCode, body: answer.json<Record<string, never>>() };
    };
    const request = { strategy: strategy.name, ...range, settings: named };
    const started = [await ask("POST", "", request), await ask("POST", "", request)];
    for (const { body } of started) {
      for (let status = "queued"; ["queued", "running"].includes(status); await sleep(20))
        status = String((await ask("GET", `/${String(body["id"])}`)).body["status"]);
      const result = (await ask("GET", `/${String(body["id"])}/result`)).body;
      expect(result["fill_hash"]).toBe(batch.fillHash);
      expect(result["settings"]).toMatchObject({ sizing: { model: "custom", name: "calm", hash: calm!.hash } });
      // The result names the custom models with their options.
      expect(result["settings"]).toMatchObject({ commission: { options: { leastCharge: 1, rate: 0.0005 } } });
    }
    const unknown = await ask("POST", "", { ...request, settings: { sizing: { model: "custom", name: "wild" } } });
    expect(unknown.status).toBe(400);
    expect(JSON.stringify(unknown.body)).toContain(
      'the file of the strategy must have the sizing \\"wild\\" of the run exactly once, has none',
    );
  }, 60_000);
});

/** Price of ten ACME shares bought in a new order that fills one minute later. */
const priceOn = async (floor: Awaited<ReturnType<typeof openFloor>>): Promise<number> => {
  const { body } = await floor.order();
  floor.at("2024-01-08T09:31:30");
  return ((await floor.read(body.id)) as { average_fill_price: number }).average_fill_price;
};
const half = defineSlippage({ name: "half", distance: () => 0.5 });

describe("an account on a server with custom commission and fill models", () => {
  test("fills orders with the models in the server's settings, even after a restart", async () => {
    const store = join(folder, "state.db");
    const open = (slippage: CustomPart) => openFloor({ trading: { slippage }, store: new StateStore(store) });
    const plain = await openFloor();
    const floor = await open(half);
    expect(await priceOn(floor)).toBe((await priceOn(plain)) + 0.5);
    await floor.server.close();
    const again = await open(half);
    expect(again.session.accounts.list()).toHaveLength(1);
    await again.server.close();
    await expect(open(defineSlippage({ name: "half", distance: () => 0.25 }))).rejects.toMatchObject({
      code: "STATE_INVALID",
    });
    await plain.server.close();
  });

  test("can use only custom models of the server in its session's settings", async () => {
    const floor = await openFloor({ models: { "costs-half": half } });
    const session = (slippage: unknown) =>
      floor.server.inject({
        method: "POST",
        url: "/_replay/sessions",
        headers: floor.headers,
        payload: { from: "2024-01-08T09:30:30", settings: { slippage } },
      });
    const made = await session({ model: "custom", name: "costs-half" });
    expect(made.statusCode).toBe(201);
    const refused = await session({ model: "custom", name: "toString" });
    expect(refused.statusCode).toBe(400);
    expect(refused.body).toContain(
      'the server must have the slippage \\"toString\\" of the run exactly once, has none',
    );
    await floor.server.close();
  });
});

test("a server refuses invalid custom commission and fill models", async () => {
  await expect(openFloor({ models: { half: { model: "bps", bps: 1 } as never } })).rejects.toThrow(
    "models.half must be a custom model, such as defineCommission returns",
  );
});
