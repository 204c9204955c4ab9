import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { StateStore } from "../src/server/store/state-store.ts";
import { appendingServer, constantServer } from "./support/bare-servers.ts";
import { type Clients, type Load, openClients, requestText } from "./support/http-client.ts";
import { keyHeader, listen, sampleRecording } from "./support/served-sample.ts";
import { keepAwake } from "./support/stay-awake.ts";

/** Share of the most that the server can answer. */
const LOAD = 0.8;
const CONNECTIONS = 64;
const ROUNDS = 31;
/** How long the most a second is looked for before each round. */
const MOST_SECONDS = 0.5;
/** Share of the time of a round that the server's process is on a processor from which on it had no pauses: the load was all that it could bear. */
const OVERLOAD = 0.95;
const WARM_UP = 3_000;
/** Accounts that take turns: an order is admitted beside all that are open of its account, and none has tens of thousands. */
const ACCOUNTS = 32;

/** One kind of request under load; milliseconds, medians of the rounds that were not overloaded. */
export interface LatencyRow {
  readonly question: string;
  /** The most that were answered in a second. */
  readonly most: number;
  readonly median: number;
  readonly p99: number;
  /** How many rounds were overloaded, of how many. */
  readonly overloaded: number;
  readonly rounds: number;
  /** The 99th of 100 as the median of all rounds, and in the best and the worst of them: of a machine with other guests the worst tells of them. */
  readonly all: number;
  readonly best: number;
  readonly worst: number;
}

/**
 * How long does a request wait at four fifths of the most that the server answers in a second? Requests arrive at random whether or not those before are
 * answered, and wait from their arrival on, so that a pause is counted by all who wait for its end. Orders are on disk when they are answered. Questions
 * take turns, and the most is looked for anew in each: four fifths of what the machine gave a minute ago may be more than all that it gives now. Where it gives
 * less within the round, so that the server's process has no pause any more, the load was not four fifths, and the round is overloaded. A bare `node:http` that
 * writes the bytes of a quote takes its turn, too, and one that appends orders to a file and waits for the disk: what they cannot keep, the machine does not. `named` leaves only questions with that in their name.
 */
export async function benchLatency(seconds: number, named = ""): Promise<LatencyRow[]> {
  const folder = mkdtempSync(join(tmpdir(), "hindcast-bench-"));
  // Noon in New York of a session.
  const start = Date.UTC(2023, 11, 15, 17);
  const store = new StateStore(join(folder, "state.db"));
  const { app, port } = await listen(await sampleRecording(), { start, store, trading: { cash: 1e9 } });
  const key = keyHeader(app);
  const traders = Array.from({ length: ACCOUNTS }, () => keyHeader(app));
  const market = (path: string): string => requestText("GET", `/v2/market-data/stocks/${path}`, key);
  const order = '{"symbol":"AAPL","side":"buy","type":"limit","limit_price":1,"quantity":1}';
  const bare = await constantServer(await app.inject({ url: "/v2/market-data/stocks/AAPL/quote", headers: key }));
  const placed = {
    method: "POST",
    url: "/v2/trading/orders",
    headers: key,
    payload: JSON.parse(order) as object,
  } as const;
  const appending = await appendingServer(join(folder, "bare.log"), await app.inject(placed));
  const questions: Readonly<Record<string, Pick<Load, "requests" | "status"> & { readonly port?: number }>> = {
    "a quote's bytes, bare": { requests: [market("AAPL/quote")], port: bare.port },
    quote: { requests: ["AAPL", "MSFT", "KO", "SPY"].map((symbol) => market(`${symbol}/quote`)) },
    "history of a year of days": {
      requests: ["AAPL", "MSFT", "KO", "SPY"].map((symbol) => market(`${symbol}/history?period=1y`)),
    },
    "an order appended, bare": {
      requests: [requestText("POST", "/v2/trading/orders", key, order)],
      status: 201,
      port: appending.port,
    },
    "order on disk": {
      requests: traders.map((trader) => requestText("POST", "/v2/trading/orders", trader, order)),
      status: 201,
    },
  };
  const sleep = keepAwake();
  const clients = new Map<string, Clients>();
  for (const [question, asked] of Object.entries(questions).filter(([question]) => question.includes(named)))
    clients.set(
      question,
      await openClients({ port, connections: CONNECTIONS, warmUp: WARM_UP, count: WARM_UP, ...asked }),
    );
  const rounds = new Map(Array.from(clients.keys(), (question) => [question, [] as Round[]]));
  for (let round = 0; round < ROUNDS; round++)
    for (const [question, asking] of clients) {
      rounds.get(question)!.push(await oneRound(asking, seconds));
      // Nobody has hundreds of thousands of open orders.
      for (const headers of traders) await app.inject({ method: "DELETE", url: "/v2/trading/orders", headers });
    }
  for (const asking of clients.values()) asking.stop();
  sleep();
  bare.stop();
  appending.stop();
  await app.close();
  rmSync(folder, { recursive: true });
  return Array.from(rounds, ([question, all]) => {
    const counted = all.filter(({ share }) => share < OVERLOAD);
    const tails = sorted(all, "p99");
    return {
      question,
      most: middle(sorted(counted, "most")),
      median: middle(sorted(counted, "median")),
      p99: middle(sorted(counted, "p99")),
      overloaded: all.length - counted.length,
      rounds: all.length,
      all: middle(tails),
      best: tails[0]!,
      worst: tails.at(-1)!,
    };
  });
}

function sorted(rounds: readonly Round[], of: keyof Round): number[] {
  return rounds.map((round) => round[of]).toSorted((a, b) => a - b);
}

function middle(sorted: readonly number[]): number {
  return sorted.length === 0 ? NaN : sorted[sorted.length >> 1]!;
}

interface Round {
  /** The most that were answered in a second before the round. */
  readonly most: number;
  /** The part of the round that the server's process was on a processor. */
  readonly share: number;
  readonly median: number;
  readonly p99: number;
}

async function oneRound(clients: Clients, seconds: number): Promise<Round> {
  const first = await clients.run({ count: WARM_UP });
  const count = Math.ceil((WARM_UP / first.ms) * 1_000 * MOST_SECONDS);
  const most = (count / (await clients.run({ count })).ms) * 1_000;
  const rate = LOAD * most;
  const before = process.cpuUsage();
  const { waits, ms } = await clients.run({ count: Math.ceil(rate * seconds), rate });
  const { user, system } = process.cpuUsage(before);
  const at = (share: number): number => waits[Math.min(waits.length - 1, Math.floor(waits.length * share))]!;
  return { most, share: (user + system) / 1_000 / ms, median: at(0.5), p99: at(0.99) };
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const { question, most, median, p99, overloaded, rounds, all, best, worst } of await benchLatency(
    Number(process.argv[2] ?? 1),
    process.argv[3],
  ))
    console.log(
      `${question.padEnd(26)} at ${(LOAD * most).toFixed(0)} a second of at most ${most.toFixed(0)}: median ${median.toFixed(1)} ms, ` +
        `99 of 100 within ${p99.toFixed(1)} ms in ${rounds - overloaded} of ${rounds} rounds, the others overloaded (all: ${all.toFixed(1)}, by round ${best.toFixed(1)} to ${worst.toFixed(1)})`,
    );
}
