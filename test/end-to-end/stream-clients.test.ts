import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ROOT } from "../house/source-files.ts";
import { chromiumPath, launchChromium } from "../support/chromium.ts";
import { FLOOR_OPEN, openFloor } from "../support/trading-floor.ts";
import { markdownBlocks } from "../surface/markdown-blocks.ts";

// Stream clients that contain no code of this project: a browser and a Python package.
const floor = await openFloor();
const url = await floor.server.listen({ port: 0 });
afterAll(() => floor.server.close());
const apiKey = floor.headers["authorization"]!.slice("Bearer ".length);

const path = chromiumPath();
if (path === undefined) console.warn("The stream is not tested in a browser: Chromium is not installed.");

describe.skipIf(path === undefined)("a browser", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium(path!);
  }, 60_000);
  afterAll(() => browser.close());

  test("receives all stream messages of a session over a plain WebSocket", async () => {
    const page = await browser.newPage();
    await page.goto(`${url}/dashboard`);
    const received = await page.evaluate(
      async ({ key, host }) => {
        type Message = Record<string, any>;
        /** A connection from which the test reads messages one by one. The last one says how the connection closed. */
        const open = async (): Promise<{
          socket: WebSocket;
          say: (message: object) => void;
          next: () => Promise<Message>;
        }> => {
          const socket = new WebSocket(`ws://${host}/v2/stream`);
          const messages: Message[] = [];
          let wake = () => {};
          const take = (message: Message) => {
            messages.push(message);
            wake();
          };
          socket.addEventListener("message", ({ data }) => take(JSON.parse(String(data)) as Message));
          socket.addEventListener("close", ({ code, wasClean }) => take({ type: "close", code, wasClean }));
          await new Promise((resolve) => socket.addEventListener("open", resolve));
          const next = async (): Promise<Message> => {
            while (messages.length === 0) await new Promise<void>((resolve) => void (wake = resolve));
            return messages.shift()!;
          };
          return { socket, say: (message) => socket.send(JSON.stringify(message)), next };
        };
        const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
        const advance = () => fetch("/_replay/advance", { method: "POST", headers, body: '{"by":"minute"}' });

        const { socket, say, next } = await open();
        const welcome = await next();
        say({ action: "auth", api_key: key, id: "a" });
        const authenticated = await next();
        say({ action: "subscribe", channel: "quotes", symbols: ["ACME", "NONE"], id: "b" });
        const [subscribed, snapshot] = [await next(), await next()];
        say({ action: "list" });
        const list = await next();
        say({ action: "dance" });
        const error = await next();
        await advance();
        const [close, openQuote] = [await next(), await next()];
        socket.close(1000, "done");
        const closed = await next();

        const again = await open();
        again.say({ action: "auth", api_key: key });
        again.say({ action: "subscribe", channel: "quotes", symbols: ["ACME"], from: close["offset"], epoch: 1 });
        const missed = [
          await again.next(),
          await again.next(),
          await again.next(),
          await again.next(),
          await again.next(),
        ];
        again.say({ action: "unsubscribe", channel: "quotes" });
        again.say({ action: "ping", id: "last" });
        const last = [await again.next(), await again.next()];
        again.socket.close();

        const stranger = await open();
        stranger.say({ action: "auth", api_key: "hc_none" });
        const refused = [await stranger.next(), await stranger.next(), await stranger.next()];
        return {
          welcome,
          authenticated,
          subscribed,
          snapshot,
          list,
          error,
          close,
          openQuote,
          closed,
          missed,
          last,
          refused,
        };
      },
      { key: apiKey, host: new URL(url).host },
    );
    expect(received.welcome).toMatchObject({ type: "welcome", authenticated: false, epoch: 1 });
    expect(received.authenticated).toMatchObject({ type: "authenticated", tier: "enterprise", id: "a" });
    expect(received.subscribed).toMatchObject({ symbols: ["ACME"], rejected: [{ symbol: "NONE" }], id: "b" });
    expect(received.snapshot).toMatchObject({ type: "quote", symbol: "ACME", price: 100, snapshot: true, seq: 1 });
    expect(received.list["subscriptions"]).toEqual([{ channel: "quotes", symbols: ["ACME"] }]);
    expect(received.error).toMatchObject({ type: "error", code: "INVALID_PARAMETERS" });
    // The first bar closes at 101, and the second bar opens there.
    expect(received.close).toMatchObject({ type: "quote", price: 101, volume: 1_000, seq: 2 });
    expect(received.openQuote).toMatchObject({ type: "quote", price: 101, seq: 3 });
    expect(received.closed).toEqual({ type: "close", code: 1000, wasClean: true });
    expect(received.missed.map(({ type, offset }) => [type, offset])).toEqual([
      ["welcome", received.missed[0]!["offset"]],
      ["authenticated", undefined],
      ["subscribed", undefined],
      ["quote", received.close["offset"]],
      ["quote", received.openQuote["offset"]],
    ]);
    expect(received.last).toMatchObject([
      { type: "unsubscribed", symbols: ["ACME"] },
      { type: "pong", id: "last" },
    ]);
    expect(received.refused).toMatchObject([
      { type: "welcome" },
      { type: "error", code: "INVALID_API_KEY" },
      { type: "close", code: 4401, wasClean: true },
    ]);
  });
});

const python = ["python3", "/usr/bin/python3"].find(hasWebSockets);
if (python === undefined)
  console.warn("The stream is not tested with Python: no Python with the package websockets is installed.");

test.skipIf(python === undefined)("the Python example in docs/reference/stream.md prints prices", async () => {
  const [block] = markdownBlocks(readFileSync(join(ROOT, "docs/reference/stream.md"), "utf8")).filter(
    ({ language }) => language === "python",
  );
  const program = block!.text.replace("127.0.0.1:8787", new URL(url).host).replace('["AAPL", "BTCUSD"]', '["ACME"]');
  expect(program).toContain('["ACME"]');
  floor.session.seek(FLOOR_OPEN);
  const reader = spawn(python!, ["-u", "-c", program], { env: { HINDCAST_KEY: apiKey } });
  const text = { out: "", err: "" };
  reader.stderr.on("data", (part) => (text.err += String(part)));
  reader.stdout.on("data", (part) => {
    // The snapshot has arrived, and further messages follow as the market moves.
    if (text.out === "") floor.at("2024-01-09T16:00");
    text.out += String(part);
  });
  expect(await once(reader, "close")).toEqual([0, null]);
  expect(text.err).toBe("");
  const lines = text.out.trim().split("\n");
  expect(lines).toHaveLength(10);
  expect(lines.slice(0, 3)).toEqual([
    "2024-01-08T14:30:00.000Z ACME 100",
    "2024-01-08T14:31:00.000Z ACME 101",
    "2024-01-08T14:31:00.000Z ACME 101",
  ]);
});

function hasWebSockets(program: string): boolean {
  try {
    execFileSync(program, ["-c", "import websockets"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
