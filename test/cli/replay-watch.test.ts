import { afterAll, expect, test } from "vitest";
import { keyFor } from "../support/served-sample.ts";
import { openFloor } from "../support/trading-floor.ts";
import { watching } from "./watching/watching.ts";

// The expected prices are those of the market in test/support/trading-floor.ts.
const floor = await openFloor();
const url = await floor.server.listen({ port: 0 });
const key = keyOf(floor.headers);
afterAll(() => floor.server.close());

function keyOf(headers: Readonly<Record<string, string>>): string {
  return headers["authorization"]!.slice("Bearer ".length);
}

async function control(path: string, payload: object, session: string): Promise<any> {
  const headers = { ...floor.headers, "x-replay-session": session };
  const method = path === "/faults" ? "PUT" : "POST";
  const answer = await floor.server.inject({ method, url: `/_replay${path}`, headers, payload });
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return answer.json();
}

/** Opens a session half a minute after Monday's open. */
async function newSession(): Promise<string> {
  return (await control("/sessions", { from: "2024-01-08T14:30:30Z" }, "main")).session as string;
}

async function buy(session: string, options: object): Promise<void> {
  const answer = await floor.server.inject({
    method: "POST",
    url: "/v2/trading/orders",
    headers: { ...floor.headers, "x-replay-session": session },
    payload: { symbol: "ACME", side: "buy", type: "market", quantity: 10, ...options },
  });
  expect(answer.statusCode, answer.body).toBe(201);
}

test("hindcast replay watch prints a line per change until the replay ends", async () => {
  const session = await newSession();
  const watch = watching(url, key, ["--symbols", "acme,FUND", "--session", session]);
  await watch.until("account");
  await buy(session, {});
  await control("/advance", { until: "2024-01-08T14:32:00Z" }, session);
  await watch.until("holds 10 ACME");
  await control("/advance", { until: "2024-01-10T00:00:00Z" }, session);
  expect([await watch.code, watch.err()]).toEqual([0, ""]);
  const lines = watch.out().split("\n");
  expect(lines.slice(0, 9)).toEqual([
    "2024-01-08T14:30:00.000Z ACME 100.00 0.00% volume 0",
    "2024-01-08T14:30:00.000Z FUND 52.00 +4.00% volume 0",
    "2024-01-08T14:30:29.999Z clock paused, speed 0",
    "2024-01-08T14:30:29.999Z account equity 100,000.00, cash 100,000.00, no positions",
    "2024-01-08T14:30:29.999Z order ord_1_1 new (buy 10 ACME market day)",
    "2024-01-08T14:31:00.000Z ACME 101.00 +1.00% volume 1,000",
    "2024-01-08T14:31:00.000Z order ord_1_1 fill: 10 at 101.00, commission 0.00 (buy 10 ACME market day)",
    "2024-01-08T14:32:00.000Z ACME 102.00 +2.00% volume 2,000",
    // Ten shares bought at 101 are valued at 102.
    "2024-01-08T14:32:00.000Z account equity 100,010.00, cash 98,990.00, holds 10 ACME",
  ]);
  expect(lines.slice(-8)).toEqual([
    "2024-01-09T14:30:00.000Z FUND 26.00 -1.89% volume 0",
    "2024-01-09T14:31:00.000Z ACME 91.00 -5.21% volume 1,000",
    "2024-01-09T14:32:00.000Z ACME 92.00 -4.17% volume 2,000",
    "2024-01-09T21:00:00.000Z XNYS is after its close",
    "2024-01-09T21:00:00.000Z FUND 27.00 +1.89% volume 200",
    "2024-01-09T21:00:00.000Z clock completed, speed 0",
    "2024-01-09T21:00:00.000Z account equity 99,910.00, cash 98,990.00, holds 10 ACME",
    "",
  ]);
});

test("hindcast replay watch --json prints each message of the stream once even if connections break", async () => {
  const session = await newSession();
  const words = ["--symbols", "ACME,FUND,BTCUSD", "--session", session, "--json"];
  const other = keyOf(keyFor(floor.server));
  const rule = { fault: "disconnect", every: 4, times: 3, messages: ["quote", "market_status"] };
  const unbroken = watching(url, other, words);
  await unbroken.until('"clock"');
  await control("/faults", { seed: 1, rules: [rule] }, session);
  const broken = watching(url, key, words);
  await broken.until('"clock"');
  await control("/advance", { until: "2024-01-10T00:00:00Z" }, session);
  expect([await unbroken.code, await broken.code]).toEqual([0, 0]);
  expect(broken.err()).toContain("hindcast: connection lost, reconnecting\nhindcast: connected again\n");
  const received = (text: string) =>
    text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { type: string; offset?: number; snapshot?: true })
      .filter(({ type, offset, snapshot }) => type !== "replay_completed" && offset !== undefined && snapshot !== true)
      .map(({ type, offset }) => `${offset} ${type}`);
  // The replay has at least two messages for each of its 16 bars: one at the open and one at the close.
  expect(received(unbroken.out()).length).toBeGreaterThan(30);
  expect(received(broken.out())).toEqual(received(unbroken.out()));
});

test("hindcast replay watch --json prints the first order even if the connection breaks just before its events", async () => {
  const session = await newSession();
  const words = ["--symbols", "ACME", "--session", session, "--json"];
  const watches = [watching(url, key, words), watching(url, key, words)];
  for (const watch of watches) await watch.until('"clock"');
  // One connection breaks just before the account's first cash entry is sent. The order fills before it reconnects.
  const rule = { fault: "disconnect", every: 1, times: 1, messages: ["entry"] };
  await control("/faults", { seed: 1, rules: [rule] }, session);
  await buy(session, {});
  await control("/advance", { until: "2024-01-10T00:00:00Z" }, session);
  for (const watch of watches) {
    expect(await watch.code).toBe(0);
    const received = [...watch.out().matchAll(/"type":"(?:order","seq":\d+.*?"event":"(\w+)|entry)/g)];
    expect(received.map(([, event]) => event ?? "entry")).toEqual(["entry", "new", "fill", "entry"]);
  }
  expect(watches.map((watch) => watch.err()).join("")).toContain("connection lost");
});

test("hindcast replay watch redraws one screen on a terminal and leaves the last state visible", async () => {
  const session = await newSession();
  const watch = watching(url, key, ["--symbols", "ACME,FUND", "--session", session], { columns: 70, rows: 20 });
  await watch.until("equity 100,000.00");
  await buy(session, {});
  await buy(session, { type: "limit", limit_price: 50, time_in_force: "gtc" });
  await control("/advance", { until: "2024-01-10T00:00:00Z" }, session);
  expect([await watch.code, watch.err()]).toEqual([0, ""]);
  const out = watch.out();
  expect(out.startsWith("\u001B[?1049h\u001B[?25l\u001B[?2026h\u001B[H")).toBe(true);
  const left = out.split("\u001B[?25h\u001B[?1049l");
  expect(left).toHaveLength(2);
  expect(left[1]!.split("\n")).toEqual([
    `2024-01-09 21:00:00 UTC  completed, speed 0  ${session}`,
    "",
    "symbol  price  change       %  volume  market  price of",
    "ACME    92.00   -4.00  -4.17%   2,000  post    2024-01-09 14:32",
    "FUND    27.00   +0.50  +1.89%     200  post    2024-01-09 21:00",
    "",
    "equity 99,910.00 USD  cash 98,990.00  day -40.00 (-0.04%)  at 21:00:00",
    "position        quantity  average  price   value  profit",
    "ACME      long        10   101.00  92.00  920.00  -90.00",
    "open orders",
    "buy 10 ACME limit 50.00 gtc, new",
    "",
    "2024-01-09 14:30:00 FUND splits 2 for 1",
    "2024-01-09 14:30:00 XNYS is open",
    "2024-01-09 21:00:00 XNYS is after its close",
    "",
  ]);
});

test("hindcast replay watch leaves out the account if the API key has no access to it", async () => {
  const session = await newSession();
  const mute = keyOf(keyFor(floor.server, "pro", ["stream:read", "admin"]));
  const watch = watching(url, mute, ["--symbols", "ACME", "--session", session]);
  await watch.until("clock paused");
  await control("/advance", { until: "2024-01-10T00:00:00Z" }, session);
  expect([await watch.code, watch.err()]).toEqual([0, ""]);
  expect(watch.out()).not.toContain("account");
});

test.each([
  [["--symbols", "ACNE"], 1, "ACNE is not the symbol of an instrument known now; did you mean ACME?"],
  [["--symbols", "ACME,"], 1, '--symbols must be symbols separated by commas, was "ACME,"'],
  [["--session", "s99"], 1, "no session has this id"],
  [
    ["--url", "http://127.0.0.1:1"],
    1,
    "no server answers at http://127.0.0.1:1; check the address, or start hindcast serve",
  ],
  [
    ["--url", "http://127.0.0.1:1", "--symbols", "ACME"],
    1,
    "the stream cannot be opened: no WebSocket server answers at ws://127.0.0.1:1",
  ],
  [["--url", "127.0.0.1:1"], 2, "--url must be an address such as http://127.0.0.1:8787, was 127.0.0.1:1"],
])("hindcast replay watch %j fails with a one-line error", async (words, code, text) => {
  const watch = watching(url, key, words, { columns: 80, rows: 24 });
  expect([await watch.code, watch.out(), watch.err()]).toEqual([code, "", `hindcast: ${text}\n`]);
});

test("hindcast replay watch fails with an invalid API key and with one that has no access to the stream", async () => {
  const free = keyOf(keyFor(floor.server, "free"));
  for (const each of [free, "hc_none"]) {
    const watch = watching(url, each, ["--symbols", "ACME"]);
    expect(await watch.code).toBe(1);
    expect(watch.err()).toMatch(/^hindcast: .*(tier|key)/);
  }
  const watch = watching(url, `${key}\nmore`, ["--symbols", "ACME"]);
  expect(await watch.code).toBe(2);
  expect(watch.err()).toBe("hindcast: HINDCAST_KEY must contain one API key, without spaces or line breaks\n");
});
