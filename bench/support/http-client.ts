import { fork } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { SeededRandom } from "../../src/primitives/random.ts";
import { AnswerReader } from "./answer-reader.ts";
import { nextMessage } from "./next-message.ts";

const HERE = fileURLToPath(import.meta.url);

/** Requests that clients send to a server. */
export interface Load {
  readonly port: number;
  /** Complete requests as text, sent in turn and repeated from the first. */
  readonly requests: readonly string[];
  /** Status that all responses must have; 200 by default. */
  readonly status?: number;
  readonly connections: number;
  /** Number of requests before the measured requests; 0 by default. */
  readonly warmUp?: number;
  /** Number of measured requests. */
  readonly count: number;
  /**
   * Requests per second, arriving at random times whether or not earlier ones are answered; a request that finds no free connection waits
   * from its arrival. Without it, a connection sends its next request as soon as it has a response.
   */
  readonly rate?: number;
}

/** Measurements of a load. */
export interface LoadResult {
  /** Milliseconds from the first request to the last response. */
  readonly ms: number;
  /** Milliseconds from the arrival of a request to the end of its response, ascending. */
  readonly waits: Float64Array;
}

/** Warmed-up clients in their own process, so that their CPU does not count as the server's. */
export interface Clients {
  /**
   * Sends the measured requests on the same connections. `amount` replaces the number and rate of the load. Rejects if a response has
   * another status or a connection closes.
   */
  run(amount?: Pick<Load, "count" | "rate">): Promise<LoadResult>;
  stop(): void;
}

/** Opens the connections and sends the requests of the warm-up. Rejects if a response has another status or a connection closes. */
export async function openClients(load: Load): Promise<Clients> {
  const child = fork(HERE, { execArgv: process.execArgv, serialization: "advanced" });
  const send = (message: unknown): Promise<unknown> => {
    child.send(message as Load);
    return nextMessage(child);
  };
  await send(load);
  return { run: async (amount = load) => (await send(amount)) as LoadResult, stop: () => void child.kill() };
}

/** Sends a load once. `beforeMeasured` runs between warm-up and measurement. */
export async function sendLoad(load: Load, beforeMeasured: () => unknown = () => {}): Promise<LoadResult> {
  const clients = await openClients(load);
  try {
    await beforeMeasured();
    return await clients.run();
  } finally {
    clients.stop();
  }
}

/** Returns the text of a keep-alive HTTP/1.1 request. */
export function requestText(
  method: "GET" | "POST",
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: string,
): string {
  const lines = Object.entries({
    host: "localhost",
    ...headers,
    ...(body === undefined
      ? {}
      : { "content-type": "application/json", "content-length": String(Buffer.byteLength(body)) }),
  });
  return `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n${body ?? ""}`;
}

/** Keep-alive connection that sends requests and reports the status of each response. */
class Connection {
  readonly #socket: Socket;
  readonly #reader = new AnswerReader((status) => this.onStatus(status));
  onStatus: (status: number) => void = () => {};

  constructor(port: number) {
    // One buffer for all reads: a new 64 KB buffer per read would be collected every few milliseconds.
    const onread = {
      buffer: Buffer.alloc(65_536),
      callback: (length: number, bytes: Uint8Array): boolean => {
        this.#reader.read(Buffer.from(bytes.buffer, bytes.byteOffset, length));
        return true;
      },
    };
    this.#socket = connect({ port, host: "127.0.0.1", onread }).setNoDelay(true);
    this.#socket.on("close", () => {
      throw new Error("the server closed a connection");
    });
  }

  async connected(): Promise<this> {
    await once(this.#socket, "connect");
    return this;
  }

  send(request: string): void {
    this.#socket.write(request);
  }
}

/** Sends `count` requests of a load, from index `first`, and resolves with their waits in order of the responses. */
function send(
  connections: readonly Connection[],
  { requests, status: expected = 200 }: Load,
  first: number,
  count: number,
  rate?: number,
): Promise<Float64Array> {
  const waits = new Float64Array(count);
  const arrivals = arrivalsOf(count, rate);
  return new Promise((resolve) => {
    const start = performance.now();
    const free: (() => void)[] = [];
    let [sent, received] = [0, 0];
    const arrived = (): boolean => sent < count && start + arrivals[sent]! <= performance.now();
    for (const connection of connections) {
      let since = 0;
      const next = (): void => {
        since = rate === undefined ? performance.now() : start + arrivals[sent]!;
        connection.send(requests[(first + sent) % requests.length]!);
        sent++;
      };
      connection.onStatus = (status) => {
        if (status !== expected) throw new Error(`the server answered ${status} instead of ${expected}`);
        waits[received++] = performance.now() - since;
        if (received === count) resolve(waits);
        else if (arrived()) next();
        else free.push(next);
      };
      free.push(next);
    }
    const tick = (): void => {
      while (free.length > 0 && arrived()) free.pop()!();
      if (rate !== undefined && sent < count) setTimeout(tick, 1);
    };
    tick();
    if (connections.length === 1) watch(() => received < count);
  });
}

/**
 * Polls without sleeping until all responses are received. A sleeping client would be woken by the server's processor, at the server's
 * cost. With several connections, there is always a response to read.
 */
function watch(waits: () => boolean): void {
  if (waits()) setImmediate(() => watch(waits));
}

/** Returns the arrival of each request in milliseconds from the start: all at once, or at random with a mean rate. */
function arrivalsOf(count: number, rate: number | undefined): Float64Array {
  const random = new SeededRandom(1);
  let time = 0;
  return Float64Array.from({ length: count }, () =>
    rate === undefined ? 0 : (time -= (Math.log(1 - random.next()) / rate) * 1_000),
  );
}

if (process.argv[1] === HERE) {
  const [load] = (await once(process, "message")) as [Load];
  const { port, connections: number, warmUp = 0 } = load;
  const connections = await Promise.all(Array.from({ length: number }, () => new Connection(port).connected()));
  let first = 0;
  if (warmUp > 0) await send(connections, load, first, warmUp);
  first += warmUp;
  process.on("message", ({ count, rate }: Load) => {
    const before = performance.now();
    void send(connections, load, first, count, rate).then((waits) =>
      process.send!({ ms: performance.now() - before, waits: waits.toSorted() }),
    );
    first += count;
  });
  process.send!("ready");
}
