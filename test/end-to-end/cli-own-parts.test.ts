import { join } from "node:path";
import { type Client, createClient } from "hindcast/client";
import { expect, test } from "vitest";
import { callInChild, hindcast } from "../cli/child-process.ts";
import { samplePrices } from "../cli/sample-prices.ts";
import { SERVE_SAMPLE, started } from "../cli/served-process.ts";
import { temporaryFolder } from "../cli/temporary-folder.ts";

const folder = temporaryFolder({
  "prices.csv": samplePrices(),
  "costs.ts": `
import { defineSlippage, defineStrategy } from "hindcast";
export const half = defineSlippage({ name: "half-a-dollar", distance: () => 0.5 });
export const once = defineStrategy({
  name: "once",
  onBar({ bar, orders }) {
    if (bar.index === 0) orders.buy({ quantity: 1 });
  },
});
`,
  "none.ts": "export const answer = 42;\n",
});
const costs = join(folder, "costs.ts");

test("a run uses a custom commission or fill model from its strategy's file, by the model's export or name", async () => {
  const run = ["run", costs, "--data", join(folder, "prices.csv"), "--json"];
  const answers = await callInChild([
    run,
    [...run, "--slippage", "custom:half"],
    [...run, "--slippage", "custom:half-a-dollar"],
    [...run, "--slippage", "custom:whole"],
  ]);
  const equities = answers.slice(0, 3).map(({ out }) => {
    const { summary, settings } = JSON.parse(out) as {
      summary: Record<string, number>;
      settings: { slippage: object };
    };
    return { equity: summary["final-equity"]!, slippage: settings.slippage };
  });
  const [plain, ...slipped] = equities;
  expect(plain!.slippage).toEqual({ model: "none" });
  for (const { equity, slippage } of slipped) {
    expect(slippage).toMatchObject({ model: "custom", name: "half-a-dollar" });
    expect(equity).toBeCloseTo(plain!.equity - 0.5, 9);
  }
  expect(answers[3]).toEqual({
    code: 1,
    out: "",
    err: `hindcast: ${costs} must have the slippage "whole" of the run exactly once, has none\n`,
  });
});

/** Buys one share of KO in a new session. Returns the fill price. */
async function buyOne(client: Client): Promise<number> {
  const order = await client.placeOrder({ symbol: "KO", side: "buy", type: "market", quantity: 1 });
  await client.advance({ by: "session" });
  return (await client.orderFills(order.id)).fills[0]!.price;
}

test("a server uses custom commission and fill models from a file, for accounts and for sessions", async () => {
  const state = ["--state", join(folder, "state.db")];
  const scopes = "market_data:read,trading:read,trading:write,replay:control,replay:main";
  const created = await hindcast(["keys", "create", ...state, "--tier", "enterprise", "--scope", scopes]);
  const models = ["--models", costs, "--slippage", "custom:costs-half"];
  const { child, address, ended } = await started(...state, ...models, "--at", "2023-12-14T12:00");
  const client = createClient({ baseUrl: address, apiKey: /hc_\w+/.exec(created.out)![0] });
  const from = "2023-12-14T12:00";
  const main = client.withSession((await client.forkSession("main")).session);
  const plain = client.withSession((await client.createSession({ from })).session);
  const settings = { slippage: { model: "custom", name: "costs-half" } };
  const named = client.withSession((await client.createSession({ from, settings })).session);
  const price = await buyOne(plain);
  expect(await buyOne(named)).toBeCloseTo(price + 0.5, 9);
  expect(await buyOne(main)).toBeCloseTo(price + 0.5, 9);
  const unknown = { slippage: { model: "custom", name: "costs-whole" } };
  await expect(client.createSession({ settings: unknown })).rejects.toMatchObject({
    message: 'the server must have the slippage "costs-whole" of the run exactly once, has none',
  });
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
}, 120_000);

test("a file without custom models and an unknown custom model are refused", async () => {
  const none = join(folder, "none.ts");
  const [empty, other] = await callInChild([
    [...SERVE_SAMPLE, "--models", none],
    [...SERVE_SAMPLE, "--models", costs, "--slippage", "custom:costs-whole"],
  ]);
  const must = "must export a part of the execution model, such as the return value of defineSlippage";
  expect(empty).toEqual({ code: 1, out: "", err: `hindcast: --models ${none} ${must}; it exports answer\n` });
  const err = 'hindcast: --models must have the slippage "costs-whole" of the run exactly once, has none\n';
  expect(other).toEqual({ code: 1, out: "", err });
}, 60_000);
