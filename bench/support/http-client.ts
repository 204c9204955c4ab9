import { fork } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { SeededRandom } from "../../src/primitives/random.ts";
import { AnswerReader } from "./answer-reader.ts";
import { heard } from "./heard.ts";

const HERE = fileURLToPath(import.meta.url);

/** What the clients of a server ask. */
export interface Load {
  readonly port: number;
  /** Whole requests, asked in turn, the first again after the last. */
  readonly requests: readonly string[];
  /** The status that all answers must have; 200 when left out. */
  readonly status?: number;
  readonly connections: number;
  /** Requests before those that count; none when left out. */
  readonly warmUp?: number;
  /** Requests that count. */
  readonly count: number;
  /**
   * Requests that arrive in a second, at random and whether or not those before are answered; what waits for a connection waits from its arrival on.
   * When left out a connection asks as soon as it has its answer.
   */
  readonly rate?: number;
}

/** How it went. */
export interface LoadResult {
  /** From the first request to the last answer, milliseconds. */
  readonly ms: number;
  /** Milliseconds from the arrival of a request to the end of its answer, rising. */
  readonly waits: Float64Array;
}

/** Clients in a process of their own, so that their CPU is not that of the server, which have warmed up. */
export interface Clients {
  /**
   * Asks what counts; again, on the same connections, whenever it is called, as often and as fast as is said then. Throws when the clients end without a
   * result: a refused answer, a closed connection.
   */
  run(amount?: Pick<Load, "count" | "rate">): Promise<LoadResult>;
  stop(): void;
}

/** Opens the connections and warms up. Throws like `run`. */
export async function openClients(load: Load): Promise<Clients> {
  const child = fork(HERE, { execArgv: process.execArgv, serialization: "advanced" });
  const told = (message: unknown): Promise<unknown> => {
    child.send(message as Load);
    return heard(child);
  };
  await told(load);
  return { run: async (amount = load) => (await told(amount)) as LoadResult, stop: () => void child.kill() };
}

/** Asks a server once. `begin` is awaited between warming up and what counts. */
export async function askServer(load: Load, begin: () => unknown = () => {}): Promise<LoadResult> {
  const clients = await openClients(load);
  try {
    await begin();
    return await clients.run();
  } finally {
    clients.stop();
  }
}

/** A request as bytes of HTTP/1.1, its connection kept. */
export function requestText(
  method: "GET" | "POST",
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: string,
): string {
  const own = Object.entries({
    host: "localhost",
    ...headers,
    ...(body === undefined
      ? {}
      : { "content-type": "application/json", "content-length": String(Buffer.byteLength(body)) }),
  });
  return `${method} ${path} HTTP/1.1\r\n${own.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n${body ?? ""}`;
}

/** One connection, which is kept: it asks, and says the status when it has the answer. */
class Connection {
  readonly #socket: Socket;
  readonly #reader = new AnswerReader((status) => this.answered(status));
  answered: (status: number) => void = () => {};

  constructor(port: number) {
    // One piece of memory for all that is read: a new one for each answer, 64 KB of them, is collected every few milliseconds.
    const onread = {
      buffer: Buffer.alloc(65_536),
      callback: (length: number, bytes: Uint8Array): boolean => {
        this.#reader.read(Buffer.from(bytes.buffer, bytes.byteOffset, length));
        return true;
      },
    };
    this.#socket = connect({ port, host: "127.0.0.1", onread }).setNoDelay(true);
    this.#socket.on("close", () => {
      throw new Error("a connection must stay open, was closed");
    });
  }

  async connected(): Promise<this> {
    await once(this.#socket, "connect");
    return this;
  }

  ask(request: string): void {
    this.#socket.write(request);
  }
}

/** Asks so many requests of a load; the wait of each, in the order of their answers. `first` is the place of the first. */
function ask(
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
    let [asked, answered] = [0, 0];
    const arrived = (): boolean => asked < count && start + arrivals[asked]! <= performance.now();
    for (const connection of connections) {
      let since = 0;
      const next = (): void => {
        since = rate === undefined ? performance.now() : start + arrivals[asked]!;
        connection.ask(requests[(first + asked) % requests.length]!);
        asked++;
      };
      connection.answered = (status) => {
        if (status !== expected) throw new Error(`an answer must have the status ${expected}, was ${status}`);
        waits[answered++] = performance.now() - since;
        if (answered === count) resolve(waits);
        else if (arrived()) next();
        else free.push(next);
      };
      free.push(next);
    }
    const tick = (): void => {
      while (free.length > 0 && arrived()) free.pop()!();
      if (rate !== undefined && asked < count) setTimeout(tick, 1);
    };
    tick();
    if (connections.length === 1) watch(() => answered < count);
  });
}

/**
 * Looks for bytes again and again, without sleeping, while something is still to come. One that sleeps is woken by the server's own processor, which
 * costs it nothing where clients are elsewhere. Of several connections there is always one with something to do.
 */
function watch(waits: () => boolean): void {
  if (waits()) setImmediate(() => watch(waits));
}

/** When each request arrives, milliseconds from the start: all at once, or at random with a mean distance. */
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
  if (warmUp > 0) await ask(connections, load, first, warmUp);
  first += warmUp;
  process.on("message", ({ count, rate }: Load) => {
    const before = performance.now();
    void ask(connections, load, first, count, rate).then((waits) =>
      process.send!({ ms: performance.now() - before, waits: waits.toSorted() }),
    );
    first += count;
  });
  process.send!("ready");
}
