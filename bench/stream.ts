import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import { fileURLToPath } from "node:url";
import { streamQuote } from "../src/server/sessions/events/stream-quote.ts";
import type { QuoteEvent } from "../src/server/sessions/session-event.ts";
import type { Connection } from "../src/server/stream/connection.ts";
import { writeHead } from "../src/server/stream/outbox.ts";
import { STREAM_DEFAULTS } from "../src/server/stream/stream-settings.ts";
import { buildServer } from "../src/server/build-server.ts";
import { openRecording } from "../src/data/recording/open-recording.ts";
import { openReaders } from "./support/stream-readers.ts";
import { median } from "./support/timed.ts";

const SYMBOLS = ["AAPL", "MSFT", "GOOGL", "AMZN", "KO", "SPY", "BTCUSD", "ETHUSD", "EURUSD", "GC=F"];
const TICKS = 4;
const ROUNDS = 15;
const PAIRS = 40;
const HERE = fileURLToPath(import.meta.url);

/** CPU of a server that sends quotes to all clients, for one way of sending. */
export interface StreamRow {
  readonly way: string;
  /** Microseconds of CPU for one message to one client, median of the rounds. */
  readonly microseconds: number;
  /** These microseconds divided by the microseconds of the product's stream in the same round, median of the rounds. */
  readonly ratio: number;
}

export interface StreamFigures {
  readonly rows: readonly StreamRow[];
  /** Additional CPU for the other clients while one client does not read, as a fraction. */
  readonly pausedClientCost: number;
  /** Maximum bytes queued for the client that does not read. */
  readonly maxQueuedBytes: number;
}

/**
 * Measures the CPU of sending quotes of ten symbols to many clients. For comparison: `ws.send` for each message and client, with a text for
 * each client or a shared one; and prepared bytes, one write for each client and tick. Also measures the cost of one client that does not
 * read. Only this process counts: the clients have their own.
 */
export async function benchStream(clients: number): Promise<StreamFigures> {
  const folder = join(HERE, "..", "..", "data", "sample");
  const app = await buildServer(await (await openRecording(folder)).load(), {
    speed: 0,
    stream: { connectionsPerKey: clients + 1, heartbeatMs: 1e9, silenceMs: 1e9, slowMs: 1e9 },
  });
  const { hindcast } = app;
  const { text } = hindcast.keys.create({ name: "bench", tier: "enterprise", scopes: ["stream:read"] });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const readers = await openReaders((app.server.address() as AddressInfo).port, text, clients + 1);
  const hub = hindcast.stream!;
  const all = [...hub.connections];
  const paused = all.at(-1)!;
  const connections = all.slice(0, -1);
  const session = hindcast.sessions.main;
  const feed = hub.feed(session);
  const subscribe = (connection: Connection): void => {
    for (const symbol of SYMBOLS) {
      connection.subscriptions.quotes.set(symbol, 0);
      feed.addQuotes(connection, symbol);
    }
  };
  const view = session.view();
  const quotes = SYMBOLS.map((symbol) => streamQuote(view, symbol));
  let offset = 0;
  const sendQuotes = (): void => {
    for (const quote of quotes) feed.event(quote, offset++);
    feed.advanced();
  };

  // Data for the client that does not read first fills the buffers of the system.
  subscribe(paused);
  while (paused.socket.bufferedAmount <= STREAM_DEFAULTS.conflateBytes) {
    for (let tick = 0; tick < 100; tick++) sendQuotes();
    await new Promise((resolve) => setImmediate(resolve));
  }
  for (const symbol of SYMBOLS) feed.dropQuotes(paused, symbol);
  for (const connection of connections) subscribe(connection);

  const sequences = new Map(connections.map((connection) => [connection, 0]));
  const next = (connection: Connection): number => {
    const seq = sequences.get(connection)! + 1;
    sequences.set(connection, seq);
    return seq;
  };
  const message = ({ type, ...quote }: QuoteEvent, seq: number) => ({ type, seq, epoch: 1, offset, ...quote });
  const ready = framed(quotes.map((quote) => JSON.stringify(message(quote, 1_000_000))));
  const sockets = connections.map(({ socket }) => Reflect.get(socket, "_socket") as Duplex);
  const ways: Readonly<Record<string, () => void>> = {
    [STREAM]: sendQuotes,
    "prepared bytes, one write a client": () => {
      for (const socket of sockets) socket.write(ready);
    },
    "ws.send, text for each client": () => {
      for (const quote of quotes)
        for (const connection of connections) connection.socket.send(JSON.stringify(message(quote, next(connection))));
    },
    "ws.send, shared text": () => {
      for (const quote of quotes) {
        const tail = JSON.stringify(message(quote, 0)).slice('{"type":"quote","seq":0'.length);
        for (const connection of connections)
          connection.socket.send(`{"type":"quote","seq":${next(connection)}${tail}`);
      }
    },
  };
  const times = new Map(Object.keys(ways).map((way) => [way, [] as number[]]));
  const cpuOf = async (work: () => void): Promise<number> => {
    const before = process.cpuUsage();
    for (let tick = 0; tick < TICKS; tick++) {
      work();
      await allWritten(connections);
    }
    const { user, system } = process.cpuUsage(before);
    return (user + system) / (TICKS * SYMBOLS.length * connections.length);
  };
  for (let round = 0; round <= ROUNDS; round++) {
    // The first position rotates: a case pays for the garbage of the previous one.
    const order = Object.entries(ways);
    for (const [way, work] of [...order.slice(round % order.length), ...order.slice(0, round % order.length)]) {
      const time = await cpuOf(work);
      // The first round warms up.
      if (round > 0) times.get(way)!.push(time);
    }
  }
  let maxQueuedBytes = 0;
  const differences: number[] = [];
  // The difference is small, so it takes many pairs, each in the order: without, with, with, without.
  for (let pair = 0; pair < PAIRS; pair++) {
    let without = await cpuOf(sendQuotes);
    for (const symbol of SYMBOLS) feed.addQuotes(paused, symbol);
    const withPaused = (await cpuOf(sendQuotes)) + (await cpuOf(sendQuotes));
    maxQueuedBytes = Math.max(maxQueuedBytes, paused.socket.bufferedAmount);
    for (const symbol of SYMBOLS) feed.dropQuotes(paused, symbol);
    without += await cpuOf(sendQuotes);
    differences.push(withPaused / without - 1);
  }
  readers.kill();
  await app.close();
  const stream = times.get(STREAM)!;
  const rows = [...times].map(([way, ofWay]) => ({
    way,
    microseconds: median(ofWay),
    ratio: median(ofWay.map((time, round) => time / stream[round]!)),
  }));
  return { rows, pausedClientCost: median(differences), maxQueuedBytes };
}

const STREAM = "the stream";

/** Encodes texts as consecutive WebSocket frames. */
function framed(texts: readonly string[]): Buffer {
  const frames = texts.map((text) => {
    const out = Buffer.alloc(10 + text.length);
    const at = writeHead(out, 0, text.length);
    return out.subarray(0, at + out.write(text, at, "latin1"));
  });
  return Buffer.concat(frames);
}

/** Resolves when the system has taken all bytes. */
async function allWritten(connections: readonly Connection[]): Promise<void> {
  while (connections.some(({ socket }) => socket.bufferedAmount > 0))
    await new Promise((resolve) => setImmediate(resolve));
}

if (process.argv[1] === HERE) {
  const { rows, pausedClientCost, maxQueuedBytes } = await benchStream(Number(process.argv[2] ?? 1000));
  for (const { way, microseconds, ratio } of rows)
    console.log(`${way.padEnd(40)} ${microseconds.toFixed(2)} µs a message  ${ratio.toFixed(2)} of the stream`);
  console.log(`a client that does not read raises the CPU for the others by ${(pausedClientCost * 100).toFixed(1)} %`);
  console.log(`at most ${(maxQueuedBytes / 2 ** 20).toFixed(2)} MiB queued for the client that does not read`);
}
