import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { backtest } from "hindcast";
import { afterAll, describe, expect, test } from "vitest";
import { openRecording } from "../../src/data/recording/open-recording.ts";
import { buyAndHold } from "../../strategies/buy-and-hold.ts";
import { smaCross } from "../../strategies/sma-cross.ts";
import { ROOT } from "../house/source-files.ts";
import { BUILT_THREAD, builtStrategy } from "../support/backtest-threads.ts";
import { CROSSING } from "../support/crossing-request.ts";
import { keyFor, servedSample } from "../support/served-sample.ts";

const server = await servedSample({
  strategies: [builtStrategy(smaCross), builtStrategy(buyAndHold)],
  backtestThreads: BUILT_THREAD,
});
afterAll(() => server.close());
const headers = keyFor(server);

const ask = async (method: string, path: string, payload?: object, as: Readonly<Record<string, string>> = headers) => {
  const url = `/v2/trading/backtests${path}`;
  const answer = await server.inject({ method: method as "GET", url, headers: as, ...(payload && { payload }) });
  return { status: answer.statusCode, headers: answer.headers, text: answer.body };
};
const json = async (...call: Parameters<typeof ask>) => {
  const { status, text } = await ask(...call);
  return { status, body: JSON.parse(text) as Record<string, never> };
};

const CROSS = { ...CROSSING, interval: "1d", initial_cash: 50_000 };

interface Page {
  readonly backtests: readonly { readonly id: string }[];
  readonly next_page_token: string | null;
}

const ended = async (id: string): Promise<Record<string, unknown>> => {
  for (;;) {
    const { body } = await json("GET", `/${id}`);
    if (!["queued", "running"].includes(body["status"]!)) return body;
    await sleep(20);
  }
};

describe("a backtest over HTTP", () => {
  test("has the results of the same backtest run without a server", async () => {
    const steps = new Set<string>();
    const stop = server.hindcast.backtests.jobs.onChange(({ status }) => steps.add(status));
    const started = await json("POST", "", CROSS);
    expect(started).toMatchObject({
      status: 202,
      body: { id: "bt_1", strategy: "sma-cross", symbols: ["KO"], interval: "1d", initial_cash: 50_000, error: null },
    });
    expect(await ended("bt_1")).toMatchObject({ status: "completed", progress: 1, params: { fast: 5, slow: 20 } });
    stop();
    expect([...steps]).toEqual(["queued", "running", "completed"]);
    const { from, to } = CROSS;
    const data = await (
      await openRecording(join(ROOT, "data", "sample"))
    ).marketData({ symbols: ["KO"], interval: "1d" });
    const result = backtest(smaCross, data, {
      params: CROSS.params,
      cash: 50_000,
      from,
      to,
      zone: "America/New_York",
    });
    const responseHeaders = (await json("GET", "/bt_1/result")).body;
    expect(responseHeaders["fill_hash"]).toBe(result.fillHash);
    expect(responseHeaders["summary"]).toMatchObject({ "final-equity": result.summary["final-equity"] });
    const equity = (await json("GET", "/bt_1/equity?limit=1000")).body["data"] as unknown as { equity: number }[];
    expect(equity.map((record) => record.equity)).toEqual([...result.equity.equity]);
    const trades = (await json("GET", "/bt_1/trades?limit=1000")).body["trades"] as unknown as { pnl: number }[];
    expect(trades.map(({ pnl }) => pnl)).toEqual(result.trades.map(({ pnl }) => pnl));
    // Over HTTP, records, entries and exits also have session dates, in addition to instants.
    const dates = (equity as unknown as { date: string }[]).map(({ date }) => Date.parse(date));
    expect(dates).toEqual([...result.equity.date]);
    expect(trades).toMatchObject(
      result.trades.map(({ entryDate, exitDate }) => ({ entry_date: entryDate, exit_date: exitDate })),
    );
  });

  test("has a report page whose content security policy allows its script", async () => {
    const { status, headers: responseHeaders, text } = await ask("GET", "/bt_1/report");
    expect({ status, type: responseHeaders["content-type"] }).toEqual({
      status: 200,
      type: "text/html; charset=utf-8",
    });
    expect(text).toMatch(/^<!doctype html>/);
    const [script] = /'sha256-[^']+'/.exec(text)!;
    expect(responseHeaders["content-security-policy"]).toContain(`script-src ${script}`);
  });

  test("is listed in pages of the requested size", async () => {
    expect((await json("GET", "")).body).toMatchObject({ backtests: [{ id: "bt_1" }], next_page_token: null });
    const page = (await json("GET", "/bt_1/equity?limit=10")).body as unknown as {
      data: unknown[];
      next_page_token: string;
    };
    expect(page.data).toHaveLength(10);
    const next = (await json("GET", `/bt_1/equity?limit=10&page_token=${page.next_page_token}`)).body;
    expect(next["data"]).not.toEqual(page.data);
  });

  test("can be canceled, and then has no result", async () => {
    const [running, queued] = [await json("POST", "", CROSS), await json("POST", "", CROSS)];
    for (const { body } of [queued, running]) {
      expect((await json("DELETE", `/${String(body["id"])}`)).body).toMatchObject({ status: "canceled" });
      expect(await json("GET", `/${String(body["id"])}/result`)).toMatchObject({
        status: 409,
        body: { error: { code: "BACKTEST_NOT_FINISHED" } },
      });
    }
  });

  test("is listed on exactly one page, even if other backtests are created between two requests for pages", async () => {
    const own = keyFor(server);
    const listed = async (query: string) => {
      const { body } = await json("GET", query, undefined, own);
      const { backtests, next_page_token: next } = body as unknown as Page;
      return { numbers: backtests.map(({ id }) => Number(id.slice("bt_".length)) - first), next };
    };
    const begin = async (): Promise<number> => {
      const { body } = await json("POST", "", CROSS, own);
      await json("DELETE", `/${String(body["id"])}`, undefined, own);
      return Number(String(body["id"]).slice("bt_".length));
    };
    const first = await begin();
    for (let i = 1; i < 5; i++) await begin();
    const page = await listed("?limit=2");
    expect(page.numbers).toEqual([4, 3]);
    await begin();
    const second = await listed(`?limit=2&page_token=${page.next}`);
    expect(second.numbers).toEqual([2, 1]);
    for (let i = 0; i < 3; i++) await begin();
    expect(await listed(`?limit=2&page_token=${second.next}`)).toEqual({ numbers: [0], next: null });
    // A page that ends with the last backtest is the last page.
    expect((await listed(`?limit=3&page_token=${page.next}`)).next).toBe(null);
  });

  test("is created once if a request is repeated with its Idempotency-Key", async () => {
    const keyed = { ...headers, "idempotency-key": "once" };
    const first = await ask("POST", "", CROSS, keyed);
    const again = await ask("POST", "", { ...CROSS }, keyed);
    expect({ status: first.status, replayed: first.headers["idempotent-replayed"] }).toEqual({ status: 202 });
    expect({ status: again.status, replayed: again.headers["idempotent-replayed"] }).toEqual({
      status: 202,
      replayed: "true",
    });
    expect(again.text).toBe(first.text);
    expect(again.headers["location"]).toBe(first.headers["location"]);
    expect(await json("POST", "", { ...CROSS, initial_cash: 1000 }, keyed)).toMatchObject({
      status: 422,
      body: { error: { code: "IDEMPOTENCY_KEY_REUSED", details: { idempotency_key: "once" } } },
    });
    expect((await json("POST", "", CROSS, { ...keyed, "idempotency-key": "two words" })).status).toBe(400);
  });

  test("is hidden from other API keys", async () => {
    const other = keyFor(server);
    expect((await json("GET", "/bt_1", undefined, other)).status).toBe(404);
    expect((await json("GET", "", undefined, other)).body).toMatchObject({ backtests: [] });
    expect((await json("GET", "/bt_99")).body).toMatchObject({ error: { code: "BACKTEST_NOT_FOUND" } });
  });

  test.each([
    [{ strategy: "magic" }, "strategy"],
    [{ interval: "1m" }, "interval"],
    [{ to: "2023-12-18" }, "to"],
    [{ from: "soon" }, "from"],
    [{ from: "2023-06-30", to: "2023-06-29" }, "to must not be before from"],
    [{ params: { fast: 20, slow: 5 } }, "fast must be below slow"],
    [{ params: { fest: 1 } }, "fest"],
    [{ params: { fast: { toString: null } } }, "fast must be a whole number"],
    [{ settings: { csah: 5 } }, "csah"],
    [{ settings: { from: "2022-06-01" } }, "from must be a field of the body, not of settings"],
    [{ settings: { cash: 5 } }, "cash must be given as initial_cash or in settings, not both"],
    [{ settings: { zone: "Mars/Olympus" } }, "zone must be a name of the IANA time-zone database"],
    [{ settings: { conventions: { toString: null } } }, "conventions must be hindcast or"],
    [{ settings: { commission: { model: ["percent"] } } }, "commission must be one of "],
  ])("is refused for the invalid request %j", async (change, word) => {
    const { status, body } = await json("POST", "", { ...CROSS, ...change });
    expect(status).toBe(400);
    expect(JSON.stringify(body["error"])).toContain(word);
  });

  test("starts each symbol on the symbol's own first day, with symbols in several time zones", async () => {
    const { from, to } = CROSS;
    const symbols = ["KO", "BTCUSD"];
    const started = await json("POST", "", { strategy: "buy-and-hold", symbols, interval: "1d", from, to });
    const id = String(started.body["id"]);
    expect(await ended(id)).toMatchObject({ status: "completed" });
    const data = await (await openRecording(join(ROOT, "data", "sample"))).marketData({ symbols, interval: "1d" });
    const result = backtest(buyAndHold, data, { from, to, zone: "UTC" });
    // Orders decided at the first close fill on the second day.
    const days = result.fills.map(({ time }) => new Date(time).toISOString().slice(0, 10));
    expect(days).toEqual(["2022-01-04", "2022-01-04"]);
    expect((await json("GET", `/${id}/result`)).body["fill_hash"]).toBe(result.fillHash);
  });

  test("accepts a symbol that is repeated in another case, and counts it once", async () => {
    const { body } = await json("POST", "", { ...CROSS, symbols: ["KO", "ko"] });
    expect(body["symbols"]).toEqual(["KO"]);
    expect(await ended(body["id"]!)).toMatchObject({ status: "completed", error: null });
  });

  test("is refused with 404 for an unknown symbol", async () => {
    expect((await json("POST", "", { ...CROSS, symbols: ["KOO"] })).status).toBe(404);
  });
});

test("an API key may have twenty open backtests; the next gets 429 with Retry-After", async () => {
  // With 0 threads no backtest starts.
  const full = await servedSample({ strategies: [builtStrategy(smaCross)], backtestThreads: { threads: 0 } });
  const as = keyFor(full);
  const start = () => full.inject({ method: "POST", url: "/v2/trading/backtests", headers: as, payload: CROSS });
  for (let i = 0; i < 20; i++) expect((await start()).statusCode).toBe(202);
  const refused = await start();
  expect(refused.statusCode).toBe(429);
  expect(refused.headers["retry-after"]).toBe("5");
  expect(refused.json().error).toMatchObject({
    code: "RATE_LIMIT_EXCEEDED",
    details: { limit: 20, open: 20, window_seconds: null, retry_after: 5, reset_at: null },
  });
  const others = { method: "POST", url: "/v2/trading/backtests", headers: keyFor(full), payload: CROSS } as const;
  expect((await full.inject(others)).statusCode).toBe(202);
  await full.inject({ method: "DELETE", url: "/v2/trading/backtests/bt_1", headers: as });
  expect((await start()).statusCode).toBe(202);
  await full.close();
});
