import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, createClient } from "../../../src/client/create-client.ts";
import { ClientError } from "../../../src/client/client-error.ts";
import type { ClientStream } from "../../../src/client/stream.ts";
import type { HindcastServer } from "../../../src/server/build-server.ts";
import { followed, upToClock } from "../../support/lockstep.ts";
import { ny } from "../../support/recorded-by-hand.ts";
import { servedMarket } from "../../support/served-market.ts";
import { FLOOR, FLOOR_OPEN } from "../../support/trading-floor.ts";

let server: HindcastServer;
let client: Client;

beforeAll(async () => {
  server = await servedMarket(FLOOR, FLOOR_OPEN);
  const apiKey = server.hindcast.keys.create({
    name: "test",
    tier: "pro",
    scopes: ["market_data:read", "stream:read", "trading:read", "trading:write", "replay:control"],
  }).text;
  client = createClient({ baseUrl: await server.listen({ port: 0 }), apiKey });
});
afterAll(() => server.close());

const iso = (time: string) => new Date(ny(time)).toISOString();

async function lockstep(from = "2024-01-08T14:30:00Z"): Promise<{ own: Client; id: string }> {
  const { session } = await client.createSession({
    mode: "lockstep",
    symbols: ["ACME"],
    interval: "1m",
    from,
    to: "2024-01-08T15:00:00Z",
  });
  return { own: client.withSession(session), id: session };
}

test("a lockstep session starts before its first event and advances by one step for each acknowledgment of its client", async () => {
  const { own, id } = await lockstep();
  expect(await own.replayClock()).toMatchObject({ now: "2024-01-08T14:29:59.999Z", step: 0, state: "paused" });
  const stream = await followed(own);
  const [snapshot] = await upToClock(stream);
  expect(snapshot).toMatchObject({ type: "clock", step: 0 });
  stream.ack(snapshot.seq);
  const first = await upToClock(stream);
  expect(first.map(({ type }) => type)).toEqual(["market_status", "bar", "clock"]);
  expect(first.at(-1)).toMatchObject({ now: iso("2024-01-08T09:31"), phase: "hooks", step: 1 });
  // Requests do not move the clock, and see only closed bars.
  const { data } = await own.history("ACME", { period: "1d", interval: "1m", adjust: false });
  expect(data.at(-1)?.timestamp).toBe(iso("2024-01-08T09:30"));
  // An order placed before the next acknowledgment belongs to this step and fills at the next open.
  await own.placeOrder({ symbol: "ACME", side: "buy", type: "market", sizing: { percent: 0.5 } });
  stream.ack(first.at(-1).seq);
  const second = await upToClock(stream);
  const fill = second.find(({ fill: filled }) => filled !== undefined);
  // The fill buys for half of 100,000 at the last price of 101.
  expect(fill.fill).toMatchObject({ quantity: 495, price: 101, timestamp: iso("2024-01-08T09:31") });
  expect(second.at(-1)).toMatchObject({ step: 2, now: iso("2024-01-08T09:32") });
  stream.close();
  await client.deleteSession(id);
});

test("a target in a lockstep session orders the symbols that have a price, and reports the others", async () => {
  const { session: id } = await client.createSession({ mode: "lockstep", symbols: ["FUND", "LATE"], interval: "1d" });
  const own = client.withSession(id);
  const stream = await followed(own);
  stream.ack((await upToClock(stream)).at(-1).seq);
  await upToClock(stream);
  const { lines, orders } = await own.targetOrders({ weights: { LATE: 0.5, FUND: 0.5 } });
  // The target is half of 100,000 at the last price of 50.
  expect(lines).toMatchObject([
    { symbol: "FUND", change: 1000, note: "" },
    { symbol: "LATE", weight: 0.5, exact: null, quantity: 0, change: 0, note: "LATE has no price yet" },
  ]);
  expect(orders).toMatchObject([{ symbol: "FUND", side: "buy" }]);
  stream.close();
  await client.deleteSession(id);
});

test("a lockstep session sends market status changes of a symbol from the symbol's listing on", async () => {
  const { session: id } = await client.createSession({ mode: "lockstep", symbols: ["LATE"], interval: "1d" });
  const stream = await client.withSession(id).stream();
  stream.subscribe({ channel: "quotes", symbols: ["LATE"] });
  stream.subscribe({ channel: "clock" });
  let messages = await upToClock(stream);
  const seen = [];
  while (messages.at(-1).state !== "completed") {
    stream.ack(messages.at(-1).seq);
    messages = await upToClock(stream);
    seen.push(...messages.map(({ type, timestamp, status }) => [type, timestamp, status]));
  }
  const [open, close] = [iso("2024-01-09T09:30"), iso("2024-01-09T16:00")];
  expect(seen.filter(([type]) => type !== "clock")).toEqual([
    ["market_status", open, "open"],
    ["quote", open, undefined],
    ["market_status", close, "post"],
    ["quote", close, undefined],
  ]);
  stream.close();
  await client.deleteSession(id);
});

test("a client that reconnects to a lockstep session gets the unacknowledged step again, and a second client is refused", async () => {
  const { own, id } = await lockstep();
  const stream = await followed(own);
  const [snapshot] = await upToClock(stream);
  stream.ack(snapshot.seq);
  const first = await upToClock(stream);
  await expect(own.stream()).rejects.toBeInstanceOf(ClientError);
  stream.close();
  while ((await stream.next()) !== undefined);
  let again: ClientStream | undefined;
  while (again === undefined) again = await followed(own, first[0].offset).catch(() => undefined);
  const repeated = await upToClock(again);
  const unnumbered = (messages: readonly object[]) => messages.map((message) => ({ ...message, seq: 0 }));
  expect(unnumbered(repeated)).toEqual(unnumbered(first));
  // The clock has not moved, so its message is not sent again.
  server.hindcast.stream!.tick();
  again.ack(repeated.at(-1).seq);
  expect((await upToClock(again)).at(-1)).toMatchObject({ step: 2 });
  again.close();
  await client.deleteSession(id);
});

test("a lockstep session sends the clock message of a step once, even if orders change something", async () => {
  const { own, id } = await lockstep();
  const stream = await followed(own);
  let { seq } = (await upToClock(stream)).at(-1);
  for (const order of [
    { side: "buy", type: "market" } as const,
    { side: "sell", type: "trailing_stop", trail_amount: 3 } as const,
  ]) {
    stream.ack(seq);
    ({ seq } = (await upToClock(stream)).at(-1));
    await own.placeOrder({ symbol: "ACME", quantity: 1, ...order });
    // The stop of the second order now trails the price.
    server.hindcast.stream!.tick();
  }
  stream.ack(seq);
  const messages = await upToClock(stream);
  // The stop price is three below 104, the high of the closed bar.
  expect(messages.at(-1)).toMatchObject({ step: 3, trails: [{ stop_price: 101 }] });
  stream.close();
  await client.deleteSession(id);
});

test("a snapshot of bars in a lockstep session has the fields of bars sent later", async () => {
  const { own, id } = await lockstep();
  const stream = await followed(own);
  const [snapshot] = await upToClock(stream);
  stream.ack(snapshot.seq);
  const { bar } = (await upToClock(stream)).find(({ type }) => type === "bar");
  expect(bar).toMatchObject({ volume_exact: 1000, price_factor: 1, split_factor: 1 });
  stream.subscribe({ channel: "bars", symbols: ["ACME"], interval: "1m", snapshot: true });
  stream.subscribe({ channel: "clock" });
  expect((await upToClock(stream))[0]).toMatchObject({ type: "bar", snapshot: true, bar });
  stream.close();
  await client.deleteSession(id);
});

test("a lockstep session reports its end, and orders that fail a check are rejected", async () => {
  const { own, id } = await lockstep();
  const stream = await followed(own);
  const [snapshot] = await upToClock(stream);
  let { seq } = snapshot;
  for (let steps = 0; ; steps++) {
    stream.ack(seq);
    const messages = await upToClock(stream);
    const clock = messages.at(-1);
    ({ seq } = clock);
    if (clock.state === "completed") {
      // One step for each of five one-minute bars, and one for the close of the trading session.
      expect(steps).toBe(6);
      break;
    }
    const order = await own.placeOrder({ symbol: "ACME", side: "sell", type: "market", quantity: 1 });
    expect(order).toMatchObject({ status: "rejected", reject_reason: { code: "insufficient_position" } });
  }
  await expect(own.advance()).rejects.toMatchObject({ code: "REPLAY_STATE", status: 409 });
  stream.close();
  await client.deleteSession(id);
});

test("an order for a symbol that its lockstep session does not have is refused with the session's symbols", async () => {
  const { own, id } = await lockstep();
  for (const symbol of ["FUND", "YEN", "^IDX"])
    await expect(own.placeOrder({ symbol, side: "buy", type: "market", quantity: 1 })).rejects.toMatchObject({
      code: "INVALID_PARAMETERS",
      message: `symbol must be tradable: ${symbol} is not one of the run's symbols (ACME)`,
    });
  await client.deleteSession(id);
});

test("a lockstep session reads the dates of its range in its own time zone, like a backtest without a server", async () => {
  const session = (settings: Readonly<Record<string, unknown>>) =>
    client.createSession({
      mode: "lockstep",
      symbols: ["ACME"],
      interval: "1m",
      // In this time zone January 9 starts at 10:00 UTC of the 8th, 19 hours earlier than in New York.
      from: "2024-01-09",
      to: "2024-01-08T14:32:00Z",
      settings,
    });
  const { session: id, run } = await session({ zone: "Pacific/Kiritimati" });
  expect(run).toMatchObject({ start: "2024-01-08T14:30:00.000Z" });
  await client.deleteSession(id);
  await expect(session({})).rejects.toMatchObject({ message: "to must not be before from" });
  await expect(session({ zone: "PDT" })).rejects.toMatchObject({ details: { errors: [{ reason: "zone_unknown" }] } });
  await expect(session({ zone: 5 })).rejects.toMatchObject({ status: 400 });
});
