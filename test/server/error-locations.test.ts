import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { smaCross } from "../../strategies/sma-cross.ts";
import { ROOT } from "../house/source-files.ts";
import { CROSSING } from "../support/crossing-request.ts";
import { keyFor, servedSample } from "../support/served-sample.ts";

const file = join(ROOT, "strategies/sma-cross.ts");
const sourceHash = createHash("sha256").update(readFileSync(file)).digest("hex");
const server = await servedSample({ strategies: [{ strategy: smaCross, file, sourceHash }] });
afterAll(() => server.close());
const headers = keyFor(server);

interface Refusal {
  readonly error: { readonly message: string; readonly details: { readonly errors: readonly object[] } };
}

const refused = async (url: string, payload: object, more: Readonly<Record<string, string>> = {}) => {
  const answer = await server.inject({ method: "POST", url, headers: { ...headers, ...more }, payload });
  expect(answer.statusCode).toBe(400);
  return answer.json<Refusal>().error;
};
const problems = async (...request: Parameters<typeof refused>) => (await refused(...request)).details.errors;

describe("an error about a requested backtest names the place in the request body of", () => {
  const problemsWith = (more: object) => problems("/v2/trading/backtests", { ...CROSSING, ...more });

  test("the wrong strategy parameter", async () => {
    expect(await problemsWith({ params: { fast: 1 } })).toEqual([
      { in: "body", parameter: "params.fast", value: 1, reason: "must be a whole number from 2 to 100" },
    ]);
    expect(await problemsWith({ params: { zzz: 1 } })).toEqual([
      { in: "body", parameter: "params.zzz", reason: "parameter_unknown", allowed: ["fast", "slow"] },
    ]);
  });

  test("the wrong run setting or the wrong option of a model", async () => {
    expect(await problemsWith({ settings: { latency_ms: -1 } })).toMatchObject([
      { in: "body", parameter: "settings.latency_ms", value: -1 },
    ]);
    expect(await problemsWith({ settings: { commission: { model: "per-order", fee: 1 } } })).toEqual([
      { in: "body", parameter: "settings.commission.fee", reason: "parameter_unknown", allowed: ["amount"] },
    ]);
    const models = { slippage: { model: "amount", amount: 1 }, commission: { model: "per-order", amount: -1 } };
    expect(await problemsWith({ settings: models })).toMatchObject([
      { in: "body", parameter: "settings.commission.amount", value: -1 },
    ]);
    expect(await problemsWith({ settings: { intrabar: "straight" } })).toMatchObject([
      { in: "body", parameter: "settings.intrabar", value: "straight", reason: "setting_invalid" },
    ]);
    expect(await problemsWith({ settings: { zone: "Mars/Base" } })).toMatchObject([
      { in: "body", parameter: "settings.zone", value: "Mars/Base", reason: "zone_unknown" },
    ]);
    expect(await problemsWith({ settings: { cash: -1 } })).toMatchObject([
      { in: "body", parameter: "settings.cash", value: -1, reason: "cash_out_of_range" },
    ]);
  });

  test("the wrong parameter, in the message as well as in the details", async () => {
    expect((await refused("/v2/trading/backtests", { ...CROSSING, params: { fast: 1 } })).message).toBe(
      "params.fast must be a whole number from 2 to 100",
    );
  });
});

test.each(["free", "lockstep"])(
  "an error about a setting of a new %s session names its place in the request body",
  async (mode) => {
    const settings = (settingValues: object) =>
      problems("/_replay/sessions", { mode, symbols: ["AAPL"], settings: settingValues });
    expect(await settings({ intrabar: "band" })).toEqual([
      { in: "body", parameter: "settings.intrabar", value: "band", reason: "setting_invalid" },
    ]);
    expect(await settings({ latency_ms: -1 })).toMatchObject([
      { in: "body", parameter: "settings.latency_ms", value: -1 },
    ]);
    expect(await settings({ slippage: { model: "bps", bps: -1 } })).toMatchObject([
      { in: "body", parameter: "settings.slippage.bps", value: -1 },
    ]);
  },
);

test("an error about a setting for restarting a session names its place in the request body", async () => {
  const made = await server.inject({ method: "POST", url: "/_replay/sessions", headers, payload: {} });
  const { session } = made.json<{ session: string }>();
  expect(await problems("/_replay/sessions", { settings: { book_at: "bar-close" } })).toEqual([
    { in: "body", parameter: "settings.book_at", value: "bar-close", reason: "setting_invalid" },
  ]);
  const restarted = await problems(
    "/_replay/start",
    { settings: { book_at: "bar-close" } },
    { "x-replay-session": session },
  );
  expect(restarted).toMatchObject([{ in: "body", parameter: "settings.book_at", value: "bar-close" }]);
});

test("an error about the cash for an account reset names its place in the request body", async () => {
  expect(await problems("/v2/trading/account/reset", { cash: 0.001 })).toEqual([
    { in: "body", parameter: "cash", value: 0.001, reason: "cash_out_of_range" },
  ]);
});

test("an error about a target weight names its place in the request body", async () => {
  expect(await problems("/v2/trading/orders/target", { weights: { KO: 0.5, AAPL: 50 } })).toEqual([
    { in: "body", parameter: "weights.AAPL", value: 50, reason: "order_invalid" },
  ]);
});
