import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { StateStore } from "../src/server/store/state-store.ts";
import { type Clients, type Load, openClients, requestText } from "./support/http-client.ts";
import { keyHeader, listen, sampleRecording } from "./support/served-sample.ts";

/** Share of the most that the server can answer. */
const LOAD = 0.8;
const CONNECTIONS = 64;
const ROUNDS = 9;
/** How long the most a second is looked for, in each round. */
const MOST_SECONDS = 1;
const WARM_UP = 3_000;
/** Accounts that take turns: an order is admitted beside all that are open of its account, and none has tens of thousands. */
const ACCOUNTS = 32;

/** One kind of request under load; milliseconds, medians of all rounds. */
export interface LatencyRow {
  readonly question: string;
  /** The most that were answered in a second. */
  readonly most: number;
  readonly median: number;
  readonly p99: number;
  /** The 99th of 100 in the best and in the worst round: of a machine with other guests the worst tells of them. */
  readonly best: number;
  readonly worst: number;
}

/**
 * How long does a request wait at four fifths of the most that the server answers in a second? Requests arrive at random whether or not those before are
 * answered, and wait from their arrival on, so that a pause is counted by all who wait for its end. Orders are on disk when they are answered. Questions
 * take turns, and the most is looked for anew in each: four fifths of what the machine gave a minute ago may be more than all that it gives now. A bare
 * `node:http` that writes the bytes of a quote takes its turn, too: what it cannot keep, the machine does not.
 */
export async function benchLatency(seconds: number): Promise<LatencyRow[]> {
  const folder = mkdtempSync(join(tmpdir(), "hindcast-bench-"));
  // Noon in New York of a session.
  const start = Date.UTC(2023, 11, 15, 17);
  const store = new StateStore(join(folder, "state.db"));
  const { app, port } = await listen(await sampleRecording(), { start, store, trading: { cash: 1e9 } });
  const key = keyHeader(app);
  const traders = Array.from({ length: ACCOUNTS }, () => keyHeader(app));
  const market = (path: string): string => requestText("GET", `/v2/market-data/stocks/${path}`, key);
  const order = '{"symbol":"AAPL","side":"buy","type":"limit","limit_price":1,"quantity":1}';
  const bare = await bareServer(await app.inject({ url: "/v2/market-data/stocks/AAPL/quote", headers: key }));
  const questions: Readonly<Record<string, Pick<Load, "requests" | "status"> & { readonly port?: number }>> = {
    "a quote's bytes, bare": { requests: [market("AAPL/quote")], port: (bare.address() as AddressInfo).port },
    quote: { requests: ["AAPL", "MSFT", "KO", "SPY"].map((symbol) => market(`${symbol}/quote`)) },
    "history of a year of days": {
      requests: ["AAPL", "MSFT", "KO", "SPY"].map((symbol) => market(`${symbol}/history?period=1y`)),
    },
    "order on disk": {
      requests: traders.map((trader) => requestText("POST", "/v2/trading/orders", trader, order)),
      status: 201,
    },
  };
  const clients = new Map<string, Clients>();
  for (const [question, asked] of Object.entries(questions))
    clients.set(
      question,
      await openClients({ port, connections: CONNECTIONS, warmUp: WARM_UP, count: WARM_UP, ...asked }),
    );
  const rounds = new Map(Object.keys(questions).map((question) => [question, [] as Round[]]));
  for (let round = 0; round < ROUNDS; round++)
    for (const [question, asking] of clients) {
      rounds.get(question)!.push(await oneRound(asking, seconds));
      // Nobody has hundreds of thousands of open orders.
      for (const headers of traders) await app.inject({ method: "DELETE", url: "/v2/trading/orders", headers });
    }
  for (const asking of clients.values()) asking.stop();
  bare.close();
  await app.close();
  rmSync(folder, { recursive: true });
  return Array.from(rounds, ([question, all]) => {
    const sorted = (of: keyof Round): number[] => all.map((round) => round[of]).toSorted((a, b) => a - b);
    const middle = (of: keyof Round): number => sorted(of)[ROUNDS >> 1]!;
    const tails = sorted("p99");
    return {
      question,
      most: middle("most"),
      median: middle("median"),
      p99: middle("p99"),
      best: tails[0]!,
      worst: tails.at(-1)!,
    };
  });
}

async function bareServer({ body, headers }: { body: string; headers: object }): Promise<Server> {
  const own = Object.fromEntries(Object.entries(headers).filter(([name]) => !["date", "connection"].includes(name)));
  const server = createServer((_, response) => response.writeHead(200, own).end(body));
  // It waits for its turn as long as the other does.
  server.keepAliveTimeout = 600_000;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

interface Round {
  readonly most: number;
  readonly median: number;
  readonly p99: number;
}

async function oneRound(clients: Clients, seconds: number): Promise<Round> {
  const first = await clients.run({ count: WARM_UP });
  const count = Math.ceil((WARM_UP / first.ms) * 1_000 * MOST_SECONDS);
  const most = (count / (await clients.run({ count })).ms) * 1_000;
  const rate = LOAD * most;
  const { waits } = await clients.run({ count: Math.ceil(rate * seconds), rate });
  const at = (share: number): number => waits[Math.min(waits.length - 1, Math.floor(waits.length * share))]!;
  return { most, median: at(0.5), p99: at(0.99) };
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const { question, most, median, p99, best, worst } of await benchLatency(Number(process.argv[2] ?? 4)))
    console.log(
      `${question.padEnd(26)} at ${(LOAD * most).toFixed(0)} a second of at most ${most.toFixed(0)}: median ${median.toFixed(1)} ms, ` +
        `99 of 100 within ${p99.toFixed(1)} ms (by round ${best.toFixed(1)} to ${worst.toFixed(1)})`,
    );
}
