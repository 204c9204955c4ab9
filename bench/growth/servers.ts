import type { InjectOptions } from "fastify";
import { buildServer, type HindcastServer } from "../../src/server/build-server.ts";
import { streamQuote } from "../../src/server/sessions/events/stream-quote.ts";
import { keyHeader, listen, sampleRecording } from "../support/served-sample.ts";
import { openReaders } from "../support/stream-readers.ts";
import type { Axis } from "./axis.ts";

/** Noon in New York on a trading day. */
const START = Date.UTC(2023, 11, 15, 17);
const QUOTES = 10;
const ORDER = { symbol: "AAPL", side: "buy", type: "limit", quantity: 1, limit_price: 1, time_in_force: "gtc" };

type Headers = Readonly<Record<string, string>>;

async function send(app: HindcastServer, request: InjectOptions): Promise<Record<string, unknown>> {
  const response = await app.inject(request);
  if (response.statusCode >= 300) throw new Error(response.body);
  return response.json();
}

async function startServer(): Promise<HindcastServer> {
  return buildServer(await sampleRecording(), { start: START, speed: 0, trading: { cash: 1e9 } });
}

const submitOrder = (app: HindcastServer, headers: Headers) =>
  send(app, { method: "POST", url: "/v2/trading/orders", headers, payload: ORDER });

/** Axes of growth for the server. */
export const serverAxes: readonly Axis[] = [
  {
    name: "accounts with an order each, over a minute of the clock",
    largest: 1_000,
    prepare: async (accounts) => {
      const app = await startServer();
      const keys = Array.from({ length: accounts }, () => keyHeader(app));
      return async () => {
        for (const headers of keys) await submitOrder(app, headers);
        const { main } = app.hindcast.sessions;
        main.control!.advanceTo(main.now + 60_000);
      };
    },
  },
  {
    name: "orders of an account, submitted and listed by page",
    largest: 10_000,
    prepare: async (orders) => {
      const app = await startServer();
      const headers = keyHeader(app);
      return async () => {
        for (let i = 0; i < orders / 10; i++) await submitOrder(app, headers);
        for (let page = ""; page !== "end";) {
          const { next_page: next } = await send(app, { url: `/v2/trading/orders?limit=500${page}`, headers });
          page = typeof next === "string" ? `&page=${next}` : "end";
        }
      };
    },
  },
  {
    name: "sessions, each advanced by a bar",
    largest: 100,
    prepare: async (sessions) => {
      const app = await startServer();
      const { text } = app.hindcast.keys.create({ name: "growth", tier: "enterprise", scopes: ["replay:control"] });
      const headers = { authorization: `Bearer ${text}` };
      return async () => {
        for (let i = 0; i < sessions; i++) {
          const { session } = await send(app, {
            method: "POST",
            url: "/_replay/sessions",
            headers,
            payload: { from: "2023-12-14T15:00:00Z" },
          });
          const own = { ...headers, "x-replay-session": String(session) };
          await send(app, { method: "POST", url: "/_replay/advance", headers: own, payload: { by: "bar" } });
          await send(app, { method: "DELETE", url: `/_replay/sessions/${String(session)}`, headers });
        }
      };
    },
  },
  {
    name: "clients of the stream, for ten quotes",
    largest: 1_000,
    prepare: async (clients) => {
      const { app, port } = await listen(await sampleRecording(), {
        start: START,
        stream: { connectionsPerKey: clients + 1, heartbeatMs: 1e9, silenceMs: 1e9, slowMs: 1e9 },
      });
      const { text } = app.hindcast.keys.create({ name: "growth", tier: "enterprise", scopes: ["stream:read"] });
      await openReaders(port, text, clients + 1);
      const hub = app.hindcast.stream!;
      const feed = hub.feed(app.hindcast.sessions.main);
      const connections = [...hub.connections].slice(0, -1);
      for (const connection of connections) {
        connection.subscriptions.quotes.set("BTCUSD", 0);
        feed.addQuotes(connection, "BTCUSD");
      }
      const quote = streamQuote(app.hindcast.sessions.main.view(), "BTCUSD");
      // The server writes to its clients in turn, so when the last client has its data, all clients have it.
      const last = connections.at(-1)!;
      let offset = 0;
      return async () => {
        for (let i = 0; i < QUOTES; i++) {
          feed.event(quote, offset++);
          feed.advanced();
          do await new Promise((resolve) => setImmediate(resolve));
          while (last.socket.bufferedAmount > 0);
        }
      };
    },
  },
];
