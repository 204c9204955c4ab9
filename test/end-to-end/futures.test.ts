import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type AnyStrategy, backtest } from "hindcast";
import { createClient, runRemote } from "hindcast/client";
import { expect, test } from "vitest";
import { openRecording } from "../../src/data/recording/open-recording.ts";
import { SCOPES } from "../../src/schemas/scope.ts";
import { buildServer } from "../../src/server/build-server.ts";
import { callInChild } from "../cli/child-process.ts";
import { temporaryFolder } from "../cli/temporary-folder.ts";
import { ROOT } from "../house/source-files.ts";
import { BUILT_THREAD } from "../support/backtest-threads.ts";

/** Buys when the continuous series rises, in the contract in force, and rolls. */
const STRATEGY = `import { defineStrategy, param, ta } from ${JSON.stringify(pathToFileURL(join(ROOT, "dist/node/index.js")).href)};
export default defineStrategy({
  name: "rising",
  params: { period: param.integer({ default: 3, min: 2, max: 9 }) },
  indicators: ({ bars }, { period }) => ({ mean: ta.sma(bars({ symbol: "ES" }).close, period), paid: bars({ symbol: "ES" }).column("contract_close") }),
  onBars({ contract, at, orders, symbols, log }) {
    const symbol = contract("ES");
    if (symbol === undefined) return;
    orders.roll("ES");
    const es = at("ES").close;
    log(symbol + " " + es.value + " " + at(symbol).ind.paid.value);
    const isFlat = symbols.every((one) => at(one).position.flat);
    if (isFlat && es.value > at(symbol).ind.mean.value) at(symbol).orders.buy({ quantity: 1 });
    else if (es.value < at(symbol).ind.mean.value) for (const one of symbols) at(one).orders.close();
  },
});
`;

/** Made-up daily bars of three contracts, each of which has most volume for about a month. */
function contracts(): string {
  const lines = ["date,symbol,open,high,low,close,volume"];
  const months = [
    ["ESH24", "2024-03-15", 0],
    ["ESM24", "2024-06-21", 55],
    ["ESU24", "2024-09-20", 110],
  ] as const;
  for (let day = Date.UTC(2024, 1, 1), i = 0; day <= Date.UTC(2024, 6, 12); day += 86_400_000, i++) {
    const date = new Date(day).toISOString().slice(0, 10);
    if ([0, 6].includes(new Date(day).getUTCDay()) || date === "2024-03-29") continue;
    const price = 5000 + Math.round(60 * Math.sin(i / 7)) + i;
    for (const [symbol, expiration, gap] of months) {
      if (date > expiration) continue;
      const left = (Date.parse(expiration) - day) / 86_400_000;
      const [open, close] = [price + gap, price + gap + Math.round(9 * Math.cos(i / 2))];
      lines.push(
        [
          date,
          symbol,
          open,
          Math.max(open, close) + 4,
          Math.min(open, close) - 4,
          close,
          left < 7 ? 10 : 900 - left,
        ].join(),
      );
    }
  }
  return `${lines.join("\n")}\n`;
}

const folder = temporaryFolder({
  "es.csv": contracts(),
  "contracts.csv": "symbol,expiration\nESH24,2024-03-15\nESM24,2024-06-21\nESU24,2024-09-20\n",
  "rising.mjs": STRATEGY,
});
const at = (name: string) => join(folder, name);

test("a strategy on continuous futures has equal fills in batch, in threads, in a served backtest and in lockstep", async () => {
  const run = [
    "run",
    at("rising.mjs"),
    "--data",
    at("market"),
    "--symbol",
    "ES",
    "--cash",
    "400000",
    "--no-report",
    "--json",
  ];
  const [bars, expirations, joined, ran, swept] = await callInChild([
    ["import", "bars", at("es.csv"), "--asset-class", "commodity", "--multiplier", "50", "--into", at("market")],
    ["import", "contracts", at("contracts.csv"), "--into", at("market")],
    ["continuous", "ES", "--into", at("market"), "--roll", "volume", "--adjust", "ratio"],
    run,
    ["sweep", ...run.slice(1), "--param", "period=3,5", "--threads", "2"],
  ]);
  expect([bars!.err, expirations!.err, joined!.err]).toEqual(["", "", ""]);
  expect(joined!.out.match(/ESH24 +ESM24|ESM24 +ESU24/g)!.length).toBe(2);

  const recording = await openRecording(at("market"));
  const file = at("rising.mjs");
  const { default: strategy } = (await import(/* @vite-ignore */ file)) as { readonly default: AnyStrategy };
  const batch = backtest(strategy, await recording.marketData({ symbols: ["ES"] }), { cash: 400_000 });
  expect(batch.orders.filter(({ tag }) => tag === "roll").map(({ symbol, side }) => [symbol, side])).toContainEqual([
    "ESM24",
    "buy",
  ]);
  expect(batch.symbols).toEqual(["ESH24", "ESM24", "ESU24"]);
  const result = JSON.parse(ran!.out) as { fillHash: string };
  expect(result.fillHash).toBe(batch.fillHash);
  const { trials } = JSON.parse(swept!.out) as {
    trials: { params: { period: number }; metrics: Record<string, number> }[];
  };
  expect(trials.find(({ params }) => params.period === 3)!.metrics["total-return"]).toBe(batch.summary["total-return"]);

  const sourceHash = createHash("sha256").update(readFileSync(file)).digest("hex");
  const server = await buildServer(await recording.load(), {
    start: Date.UTC(2024, 7, 1),
    speed: 0,
    strategies: [{ strategy, file, sourceHash }],
    backtestThreads: BUILT_THREAD,
  });
  try {
    const apiKey = server.hindcast.keys.create({ name: "test", tier: "enterprise", scopes: [...SCOPES] }).text;
    const client = createClient({ baseUrl: await server.listen({ port: 0, host: "127.0.0.1" }), apiKey });
    const { id } = await client.startBacktest(
      { strategy: "rising", symbols: ["ES"], from: "2024-02-01", to: "2024-07-12", initial_cash: 400_000 },
      "once",
    );
    expect(await client.waitForBacktest(id)).toMatchObject({ status: "completed" });
    expect((await client.backtestResult(id)).fill_hash).toBe(batch.fillHash);
    const remote = await runRemote(strategy, client, { symbols: ["ES"], interval: "1d", settings: { cash: 400_000 } });
    expect(remote.fillHash).toBe(batch.fillHash);
    expect(remote.log).toEqual(batch.log);
  } finally {
    await server.close();
  }
}, 60_000);
