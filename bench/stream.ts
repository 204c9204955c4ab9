import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { streamQuote } from "../src/server/sessions/events/stream-quote.ts";
import type { QuoteEvent } from "../src/server/sessions/session-event.ts";
import type { Connection } from "../src/server/stream/connection.ts";
import { buildServer } from "../src/server/build-server.ts";
import { openRecording } from "../src/tape/recording/open-recording.ts";

const SYMBOLS = ["AAPL", "MSFT", "GOOGL", "AMZN", "KO", "SPY", "BTCUSD", "ETHUSD", "EURUSD", "GC=F"];
const TICKS = 4;
const ROUNDS = 7;
const HERE = fileURLToPath(import.meta.url);

/** CPU of a server process for one message to one client, microseconds. */
export interface StreamRow {
  readonly way: string;
  readonly microseconds: number;
}

/**
 * What does it cost to tell many clients of ten symbols at once, beside `ws.send` message by message and client by client, with the text made for
 * each or once for all? CPU time of this process alone; the clients are in a process of their own.
 */
export async function benchStream(clients: number): Promise<StreamRow[]> {
  const folder = join(HERE, "..", "..", "data", "sample");
  const app = await buildServer(await (await openRecording(folder)).load(), {
    speed: 0,
    stream: { connectionsPerKey: clients, heartbeatMs: 1e9, silenceMs: 1e9, conflateBytes: 1e9, closeBytes: 1e9 },
  });
  const { hindcast } = app;
  const { text } = hindcast.keys.create({ name: "bench", tier: "enterprise", scopes: ["stream:read"] });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  const child = spawn(process.execPath, [...process.execArgv, HERE, "clients", String(port), text, String(clients)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  const hub = hindcast.stream!;
  const connections = [...hub.connections];
  const session = hindcast.sessions.main;
  const feed = hub.feed(session);
  for (const connection of connections) {
    for (const symbol of SYMBOLS) {
      connection.subscriptions.quotes.set(symbol, 0);
      feed.addQuotes(connection, symbol);
    }
  }
  const view = session.view();
  const quotes = SYMBOLS.map((symbol) => streamQuote(view, symbol));
  const sequences = new Map(connections.map((connection) => [connection, 0]));
  const next = (connection: Connection): number => {
    const seq = sequences.get(connection)! + 1;
    sequences.set(connection, seq);
    return seq;
  };
  let offset = 0;
  const message = ({ type, ...quote }: QuoteEvent, seq: number) => ({ type, seq, epoch: 1, offset, ...quote });
  const ways: Readonly<Record<string, () => void>> = {
    "ws.send, text for each client": () => {
      for (const quote of quotes)
        for (const connection of connections) connection.socket.send(JSON.stringify(message(quote, next(connection))));
    },
    "ws.send, tail shared": () => {
      for (const quote of quotes) {
        const tail = JSON.stringify(message(quote, 0)).slice('{"type":"quote","seq":0'.length);
        for (const connection of connections)
          connection.socket.send(`{"type":"quote","seq":${next(connection)}${tail}`);
      }
    },
    "the stream": () => {
      for (const quote of quotes) feed.event(quote, offset++);
      feed.advanced();
    },
  };
  const times = new Map(Object.keys(ways).map((way) => [way, [] as number[]]));
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [way, tell] of Object.entries(ways)) {
      const before = process.cpuUsage();
      for (let tick = 0; tick < TICKS; tick++) {
        tell();
        await written(connections);
      }
      const { user, system } = process.cpuUsage(before);
      // The first round is for warming up.
      if (round > 0) times.get(way)!.push((user + system) / (TICKS * SYMBOLS.length * connections.length));
    }
  }
  child.kill();
  await app.close();
  return [...times].map(([way, all]) => ({ way, microseconds: all.toSorted((a, b) => a - b)[ROUNDS >> 1]! }));
}

/** Resolves when the host has taken everything. */
async function written(connections: readonly Connection[]): Promise<void> {
  while (connections.some(({ socket }) => socket.bufferedAmount > 0))
    await new Promise((resolve) => setImmediate(resolve));
}

/** Opens the stream so many times and reads all that comes without looking at it. */
async function readAll(port: number, key: string, clients: number): Promise<void> {
  const head = [
    "GET /v2/stream HTTP/1.1",
    "Host: localhost",
    `Authorization: Bearer ${key}`,
    "Connection: Upgrade",
    "Upgrade: websocket",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
  ];
  for (let i = 0; i < clients; i++) {
    const socket = connect(port, "127.0.0.1", () => socket.write(`${head.join("\r\n")}\r\n\r\n`));
    await once(socket, "data");
    socket.on("data", () => {});
    socket.on("error", () => {});
  }
  process.stdout.write("open\n");
}

if (process.argv[1] === HERE) {
  if (process.argv[2] === "clients") {
    await readAll(Number(process.argv[3]), process.argv[4]!, Number(process.argv[5]));
  } else {
    const clients = Number(process.argv[2] ?? 1000);
    const rows = await benchStream(clients);
    const stream = rows.at(-1)!.microseconds;
    for (const { way, microseconds } of rows)
      console.log(`${way.padEnd(32)} ${microseconds.toFixed(2)} µs a message  ${(microseconds / stream).toFixed(1)}×`);
  }
}
