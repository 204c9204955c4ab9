import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { StateStore } from "../src/server/store/state-store.ts";
import { appendingServer, constantServer } from "./support/bare-servers.ts";
import { type Clients, type Load, openClients, requestText } from "./support/http-client.ts";
import { keyHeader, listen, sampleRecording } from "./support/served-sample.ts";
import { keepAwake } from "./support/stay-awake.ts";

/** The load as a share of the server's maximum throughput. */
const LOAD = 0.8;
const CONNECTIONS = 64;
const ROUNDS = 31;
/** Seconds in which the maximum throughput is measured before each round. */
const MAXIMUM_SECONDS = 0.5;
/** CPU share of the server's process above which a round counts as overloaded: the server had no pauses. */
const OVERLOADED_SHARE = 0.95;
const WARM_UP = 3_000;
/**
 * Accounts that take turns, so that no account has tens of thousands of open orders. Each new order is checked against its account's open
 * orders.
 */
const ACCOUNTS = 32;

/** One kind of request under load. Times are medians of the rounds that were not overloaded, in milliseconds. */
export interface LatencyRow {
  readonly question: string;
  /** Maximum throughput, requests per second. */
  readonly most: number;
  readonly median: number;
  readonly p99: number;
  /** Number of overloaded rounds, and of all rounds. */
  readonly overloaded: number;
  readonly rounds: number;
  /** 99th percentile: median over all rounds, best round and worst round. Other virtual machines on the host may slow single rounds. */
  readonly all: number;
  readonly best: number;
  readonly worst: number;
}

/**
 * Measures latency at four fifths of the maximum throughput. Requests arrive at random whether or not earlier ones are answered, and wait
 * from their arrival, so a pause counts for every request that waits. Orders are answered after they are on disk. Requests of all kinds
 * take turns. The maximum is measured before each round, because it drifts with the machine. A round in which the server's process has no
 * pause is overloaded: the load exceeded four fifths of what the machine provided. For comparison, a bare `node:http` writes the bytes of a
 * quote, and another appends orders to a file and waits for the disk. `word` selects the questions with this word in their name.
 */
export async function benchLatency(seconds: number, word = ""): Promise<LatencyRow[]> {
  const folder = mkdtempSync(join(tmpdir(), "hindcast-bench-"));
  // Noon in New York on a trading day.
  const start = Date.UTC(2023, 11, 15, 17);
  const store = new StateStore(join(folder, "state.db"));
  const { app, port } = await listen(await sampleRecording(), { start, store, trading: { cash: 1e9 } });
  const key = keyHeader(app);
  const traders = Array.from({ length: ACCOUNTS }, () => keyHeader(app));
  const market = (path: string): string => requestText("GET", `/v2/market-data/stocks/${path}`, key);
  const order = '{"symbol":"AAPL","side":"buy","type":"limit","limit_price":1,"quantity":1}';
  const bare = await constantServer(await app.inject({ url: "/v2/market-data/stocks/AAPL/quote", headers: key }));
  const submit = {
    method: "POST",
    url: "/v2/trading/orders",
    headers: key,
    payload: JSON.parse(order) as object,
  } as const;
  const appending = await appendingServer(join(folder, "bare.log"), await app.inject(submit));
  const questions: Readonly<Record<string, Pick<Load, "requests" | "status"> & { readonly port?: number }>> = {
    "quote, bare server": { requests: [market("AAPL/quote")], port: bare.port },
    quote: { requests: ["AAPL", "MSFT", "KO", "SPY"].map((symbol) => market(`${symbol}/quote`)) },
    "a year of daily bars": {
      requests: ["AAPL", "MSFT", "KO", "SPY"].map((symbol) => market(`${symbol}/history?period=1y`)),
    },
    "order on disk, bare server": {
      requests: [requestText("POST", "/v2/trading/orders", key, order)],
      status: 201,
      port: appending.port,
    },
    "order on disk": {
      requests: traders.map((trader) => requestText("POST", "/v2/trading/orders", trader, order)),
      status: 201,
    },
  };
  const allowSleep = keepAwake();
  const clients = new Map<string, Clients>();
  for (const [question, load] of Object.entries(questions).filter(([question]) => question.includes(word)))
    clients.set(
      question,
      await openClients({ port, connections: CONNECTIONS, warmUp: WARM_UP, count: WARM_UP, ...load }),
    );
  const rounds = new Map(Array.from(clients.keys(), (question) => [question, [] as Round[]]));
  for (let round = 0; round < ROUNDS; round++)
    for (const [question, client] of clients) {
      rounds.get(question)!.push(await oneRound(client, seconds));
      // Open orders are canceled after each round, since they would grow to an unrealistic number.
      for (const headers of traders) await app.inject({ method: "DELETE", url: "/v2/trading/orders", headers });
    }
  for (const client of clients.values()) client.stop();
  allowSleep();
  bare.stop();
  appending.stop();
  await app.close();
  rmSync(folder, { recursive: true });
  return Array.from(rounds, ([question, all]) => {
    const counted = all.filter(({ share }) => share < OVERLOADED_SHARE);
    const tails = sorted(all, "p99");
    return {
      question,
      most: medianOf(sorted(counted, "most")),
      median: medianOf(sorted(counted, "median")),
      p99: medianOf(sorted(counted, "p99")),
      overloaded: all.length - counted.length,
      rounds: all.length,
      all: medianOf(tails),
      best: tails[0]!,
      worst: tails.at(-1)!,
    };
  });
}

function sorted(rounds: readonly Round[], field: keyof Round): number[] {
  return rounds.map((round) => round[field]).toSorted((a, b) => a - b);
}

function medianOf(sorted: readonly number[]): number {
  return sorted.length === 0 ? NaN : sorted[sorted.length >> 1]!;
}

interface Round {
  /** Maximum throughput before the round, requests per second. */
  readonly most: number;
  /** Share of the round in which the server's process used a processor. */
  readonly share: number;
  readonly median: number;
  readonly p99: number;
}

async function oneRound(clients: Clients, seconds: number): Promise<Round> {
  const first = await clients.run({ count: WARM_UP });
  const count = Math.ceil((WARM_UP / first.ms) * 1_000 * MAXIMUM_SECONDS);
  const most = (count / (await clients.run({ count })).ms) * 1_000;
  const rate = LOAD * most;
  const before = process.cpuUsage();
  const { waits, ms } = await clients.run({ count: Math.ceil(rate * seconds), rate });
  const { user, system } = process.cpuUsage(before);
  const percentile = (share: number): number => waits[Math.min(waits.length - 1, Math.floor(waits.length * share))]!;
  return { most, share: (user + system) / 1_000 / ms, median: percentile(0.5), p99: percentile(0.99) };
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const { question, most, median, p99, overloaded, rounds, all, best, worst } of await benchLatency(
    Number(process.argv[2] ?? 1),
    process.argv[3],
  ))
    console.log(
      `${question.padEnd(26)} at ${(LOAD * most).toFixed(0)} of at most ${most.toFixed(0)} a second: median ${median.toFixed(1)} ms, ` +
        `99th percentile ${p99.toFixed(1)} ms in ${rounds - overloaded} of ${rounds} rounds, the others overloaded (all: ${all.toFixed(1)}, by round ${best.toFixed(1)} to ${worst.toFixed(1)})`,
    );
}
