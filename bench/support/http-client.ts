import { fork } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { SeededRandom } from "../../src/primitives/random.ts";
import { AnswerReader } from "./answer-reader.ts";

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

/**
 * Asks a server from a process of its own, so that the CPU of the clients is not that of the server. `begin` is awaited between warming up and what counts.
 * Throws when the clients end without a result: a refused answer, a closed connection.
 */
export async function askServer(load: Load, begin: () => unknown = () => {}): Promise<LoadResult> {
  const child = fork(HERE, { execArgv: process.execArgv, serialization: "advanced" });
  const ended = once(child, "exit").then(([code, signal]) => {
    throw new Error(`the clients must get all their answers, ended with ${code ?? signal}`);
  });
  // When the result came first nobody waits for the end any more.
  ended.catch(() => {});
  const said = async () => ((await Promise.race([once(child, "message"), ended])) as unknown[])[0];
  try {
    child.send(load);
    await said();
    await begin();
    child.send("begin");
    return (await said()) as LoadResult;
  } finally {
    child.kill();
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

/** Some connections that are kept, and what is asked on them. */
class Clients {
  readonly #load: Load;
  #next = 0;

  constructor(load: Load) {
    this.#load = load;
  }

  /** Asks so many requests; the wait of each, in the order of their answers. */
  async ask(count: number, rate?: number): Promise<Float64Array> {
    const { connections, port } = this.#load;
    const waits = new Float64Array(count);
    const sockets = await Promise.all(Array.from({ length: connections }, () => connected(port)));
    const arrivals = arrivalsOf(count, rate);
    await new Promise<void>((resolve, reject) => {
      const start = performance.now();
      const free: (() => void)[] = [];
      let [asked, answered] = [0, 0];
      const arrived = (): boolean => asked < count && start + arrivals[asked]! <= performance.now();
      for (const socket of sockets) {
        let since = 0;
        const ask = (): void => {
          since = rate === undefined ? performance.now() : start + arrivals[asked]!;
          asked++;
          socket.write(this.#request());
        };
        const reader = new AnswerReader((status) => {
          if (status !== (this.#load.status ?? 200)) reject(new Error(`a request must be answered, was ${status}`));
          waits[answered++] = performance.now() - since;
          if (answered === count) resolve();
          else if (arrived()) ask();
          else free.push(ask);
        });
        socket.on("data", (bytes: Buffer) => reader.read(bytes));
        socket.on("close", () => reject(new Error("a connection must stay open, was closed")));
        free.push(ask);
      }
      const tick = (): void => {
        while (free.length > 0 && arrived()) free.pop()!();
        if (asked < count) setTimeout(tick, 1);
      };
      tick();
    });
    for (const socket of sockets) socket.removeAllListeners("close").destroy();
    return waits;
  }

  #request(): string {
    const { requests } = this.#load;
    return requests[this.#next++ % requests.length]!;
  }
}

/** When each request arrives, milliseconds from the start: all at once, or at random with a mean distance. */
function arrivalsOf(count: number, rate: number | undefined): Float64Array {
  const random = new SeededRandom(1);
  let time = 0;
  return Float64Array.from({ length: count }, () =>
    rate === undefined ? 0 : (time -= (Math.log(1 - random.next()) / rate) * 1_000),
  );
}

async function connected(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1").setNoDelay(true);
  await once(socket, "connect");
  return socket;
}

if (process.argv[1] === HERE) {
  const [load] = (await once(process, "message")) as [Load];
  const clients = new Clients(load);
  if (load.warmUp !== undefined && load.warmUp > 0) await clients.ask(load.warmUp);
  process.send!("ready");
  await once(process, "message");
  const before = performance.now();
  const waits = await clients.ask(load.count, load.rate);
  process.send!({ ms: performance.now() - before, waits: waits.toSorted() });
}
