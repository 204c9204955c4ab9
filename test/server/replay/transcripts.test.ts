import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import type { MarketSession } from "../../../src/server/sessions/market-session.ts";
import { formatInstant } from "../../../src/time/instant.ts";
import { ny } from "../../support/recorded-by-hand.ts";
import { keyFor } from "../../support/served-sample.ts";
import { servedMarket } from "../../support/served-market.ts";
import { FLOOR, FLOOR_OPEN } from "../../support/trading-floor.ts";

const server = await servedMarket(FLOOR, FLOOR_OPEN);
afterAll(() => server.close());
const key = keyFor(server);

const START = "2024-01-08T14:30:00Z";
const END = ny("2024-01-09T16:00");

async function ask(path: string, session: string, payload?: object): Promise<any> {
  const headers = { ...key, "x-replay-session": session };
  const method = payload === undefined ? "GET" : "POST";
  const answer = await server.inject({ method, url: path, headers, ...(payload === undefined ? {} : { payload }) });
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return answer.json();
}

async function made(body: object = {}): Promise<string> {
  const payload = { from: START, settings: { commission: { model: "percent", rate: 0.001 } }, ...body };
  return (await ask("/_replay/sessions", "main", payload)).session;
}

const sessionOf = (id: string): MarketSession => server.hindcast.sessions.get(id) as MarketSession;

/** Orders and the times at which they are placed. */
const ORDERS = [
  ["2024-01-08T14:31:00.000Z", { symbol: "ACME", side: "buy", type: "market", quantity: 10 }],
  ["2024-01-08T14:32:00.000Z", { symbol: "ACME", side: "sell", type: "limit", quantity: 5, limit_price: 103.5 }],
  ["2024-01-08T14:33:30.000Z", { symbol: "BTCUSD", side: "buy", type: "market", sizing: { percent: 0.1 } }],
  ["2024-01-08T15:10:00.000Z", { symbol: "FUND", side: "buy", type: "market", time_in_force: "gtc", quantity: 7 }],
] as const;

/** Places the orders at their times and advances the session in between. Returns the transcript of its events. */
async function played(id: string, move: (until: string) => Promise<unknown>, from = ""): Promise<string> {
  const session = sessionOf(id);
  void session.events.offset;
  for (const [at, order] of ORDERS) {
    if (at <= from) continue;
    await move(at);
    expect((await ask("/_replay/clock", id)).now).toBe(at);
    await ask("/v2/trading/orders", id, order);
  }
  await move(formatInstant(END));
  return transcriptOf(id);
}

function transcriptOf(id: string): string {
  const { events } = sessionOf(id);
  const past = events.since(events.oldest)!;
  return past.map(({ event, offset }) => `${offset} ${JSON.stringify(event)}`).join("\n");
}

const jump = (id: string) => async (until: string) => {
  if (formatInstant(sessionOf(id).now) < until) await ask("/_replay/advance", id, { until });
};

/** Advances event by event up to an instant. */
const stepwise = (id: string) => async (until: string) => {
  const session = sessionOf(id);
  const end = Date.parse(until);
  const { next } = session.events as unknown as { next: number };
  for (let at = next; at <= end; at = (session.events as unknown as { next: number }).next)
    await ask("/_replay/advance", id, { by: "event" });
  await jump(id)(until);
};

/** Advances by half-minutes, and stops twice within the events of each point in time. */
const piecewise = (id: string) => async (until: string) => {
  const session = sessionOf(id);
  const end = Date.parse(until);
  for (let at = session.now; at < end; at += 30_000) {
    session.advance(at, 2);
    session.advance(at, 5);
  }
  await jump(id)(until);
};

test("equal recordings, start times and orders give equal event transcripts, however the clock advances", async () => {
  const one = await made();
  const reference = await played(one, jump(one));
  expect(reference).toContain('"type":"order"');
  expect(reference.match(/"event":"fill"/g)).toHaveLength(4);
  expect(reference).toContain('"kind":"split"');
  for (const way of [stepwise, piecewise]) {
    const other = await made();
    expect(await played(other, way(other))).toBe(reference);
  }
});

test("a session that runs by itself has the same event transcript as a session advanced by requests", async () => {
  const still = await made({ to: "2024-01-08T15:00:00Z" });
  void sessionOf(still).events.offset;
  await ask("/_replay/advance", still, { until: "2024-01-08T15:00:00.000Z" });
  for (const speed of [1e6, "max"]) {
    const id = await made({ to: "2024-01-08T15:00:00Z" });
    void sessionOf(id).events.offset;
    await ask("/_replay/speed", id, { speed });
    await ask("/_replay/resume", id, {});
    while ((await ask("/_replay/clock", id)).state !== "completed") await sleep(2);
    expect(transcriptOf(id)).toBe(transcriptOf(still));
  }
});

test("a fork continues like its original session and does not affect it", async () => {
  const origin = await made();
  const until = ORDERS[1][0];
  void sessionOf(origin).events.offset;
  for (const [at, order] of ORDERS.slice(0, 2)) {
    await jump(origin)(at);
    await ask("/v2/trading/orders", origin, order);
  }
  const { session: fork } = await ask(`/_replay/sessions/${origin}/fork`, origin, {});
  const { session: other } = await ask(`/_replay/sessions/${origin}/fork`, origin, {});
  await ask("/v2/trading/orders", other, { symbol: "ACME", side: "buy", type: "market", quantity: 1 });
  await jump(other)(formatInstant(END));
  await played(fork, jump(fork), until);
  await played(origin, jump(origin), until);
  const fills = async (id: string) => (await ask("/v2/trading/fills", id)).fills;
  const own = await fills(origin);
  expect(own).toHaveLength(4);
  expect(await fills(fork)).toEqual(own);
  expect(await fills(other)).toHaveLength(3);
  expect(await ask("/v2/trading/account", fork)).toEqual(await ask("/v2/trading/account", origin));
});
