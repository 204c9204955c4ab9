import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { buildServer } from "../src/server/build-server.ts";
import { pageTokens } from "../src/server/market-data/page-token.ts";
import { LoadedRecording } from "../src/data/recording/recording.ts";
import { sendLoad, requestText } from "./support/http-client.ts";
import { launchServer, reportListening } from "./support/launched-server.ts";
import { marketOf, stockOf } from "./support/recorded-stocks.ts";
import { keyHeader } from "./support/served-sample.ts";
import { median } from "./support/timed.ts";

const BARS = 2_520;
/** Number of as-of times, one after each of the last sessions of the recording. */
const MOMENTS = 250;
const WARM_SYMBOLS = 8;
/** Number of symbols whose series together exceed the cache, so that each series is evicted before its next request. */
const COLD_SYMBOLS = 400;
const CONNECTIONS = 4;
const HERE = fileURLToPath(import.meta.url);
const DAY_MS = 86_400_000;

/** Microseconds of CPU that a server uses for one response: median, minimum and maximum of the launches. */
export interface HistoryHttpRow {
  readonly server: string;
  readonly microseconds: number;
  readonly minimum: number;
  readonly maximum: number;
}

/**
 * Measures the CPU of 2,520 daily bars over HTTP, with another symbol and as-of time in each request, for cached series and for uncached
 * ones. For comparison, a bare `node:http` calls `JSON.stringify` on row objects in memory. Only the server's process counts. All servers
 * are launched several times and take turns.
 */
export async function benchHistoryHttp(launches: number, requests: number): Promise<HistoryHttpRow[]> {
  const sides = {
    "JSON.stringify, bare node:http": ["bare", WARM_SYMBOLS],
    "served API, warm": ["served", WARM_SYMBOLS],
    "served API, cold": ["served", COLD_SYMBOLS],
  } as const;
  const times = new Map(Object.keys(sides).map((name) => [name, [] as number[]]));
  for (let launch = 0; launch < launches; launch++)
    for (const [name, [side, symbols]] of Object.entries(sides))
      times.get(name)!.push(await cpuOfLaunch(side, symbols, requests));
  return [...times].map(([server, all]) => ({
    server,
    microseconds: median(all),
    minimum: Math.min(...all),
    maximum: Math.max(...all),
  }));
}

async function cpuOfLaunch(side: string, symbols: number, count: number): Promise<number> {
  const server = await launchServer(HERE, [side, String(symbols)]);
  try {
    const { port, texts } = server.ready as { port: number; texts: string[] };
    let before = 0;
    const load = { port, requests: texts, connections: CONNECTIONS, warmUp: Math.max(300, symbols), count };
    await sendLoad(load, async () => (before = await server.cpu()));
    return ((await server.cpu()) - before) / count;
  } finally {
    server.stop();
  }
}

/** Starts a server that listens, and reports its port and the requests to send. */
async function serve(side: string, symbols: number): Promise<void> {
  const names = Array.from({ length: symbols }, (_, at) => `STOCK${at}`);
  const series = names.map((name, seed) => stockOf(name, "1d", { years: 11, seed }));
  const { time } = series[0]!.bars;
  // The as-of times are the midnights after each of the last sessions.
  const moments = Array.from(time.subarray(-MOMENTS), (start) => start + DAY_MS);
  const app = await buildServer(new LoadedRecording(marketOf(series), "bench"), {
    start: moments.at(-1)!,
    speed: 0,
  });
  const key = keyHeader(app);
  // Symbols take turns while the as-of time advances.
  const texts = Array.from({ length: Math.max(MOMENTS, symbols) }, (_, at) => {
    const moment = at % MOMENTS;
    const name = names[at % symbols]!;
    const tokens = pageTokens(["history", name], { period: "max", interval: "1d", adjust: true });
    const first = tokens.tokenOf(String(time[time.length - MOMENTS + moment + 1 - BARS]));
    const url = `/v2/market-data/stocks/${name}/history?period=max&limit=${BARS}&page_token=${first}`;
    return requestText("GET", url, { ...key, "x-as-of": new Date(moments[moment]!).toISOString() });
  });
  if (side === "served") {
    await app.listen({ port: 0, host: "127.0.0.1" });
    return reportListening({ port: (app.server.address() as AddressInfo).port, texts });
  }
  const stored = new Map<string, Stored>();
  for (const name of names) {
    const url = `/v2/market-data/stocks/${name}/history?period=max`;
    stored.set(name, (await app.inject({ url, headers: key })).json() as Stored);
  }
  await app.close();
  const bare = createServer(({ url, headers }, response) =>
    respond(stored, url!, String(headers["x-as-of"]), response),
  );
  bare.listen(0, "127.0.0.1");
  await once(bare, "listening");
  reportListening({ port: (bare.address() as AddressInfo).port, texts });
}

interface Stored {
  readonly data: readonly { readonly timestamp: string }[];
  readonly [member: string]: unknown;
}

/** Answers with the last rows that were complete at an as-of time. */
function respond(stored: ReadonlyMap<string, Stored>, url: string, moment: string, response: ServerResponse): void {
  const { data, ...rest } = stored.get(url.split("/")[4]!)!;
  let end = data.length;
  while (end > 0 && data[end - 1]!.timestamp >= moment) end--;
  const rows = data.slice(Math.max(0, end - BARS), end);
  const meta = { ...(rest["meta"] as object), total_records: rows.length };
  const body = JSON.stringify({ ...rest, data: rows, meta });
  response.writeHead(200, {
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(body),
  });
  response.end(body);
}

if (process.argv[2] === "bare" || process.argv[2] === "served") {
  await serve(process.argv[2], Number(process.argv[3]));
} else if (process.argv[1] === HERE) {
  const [launches, requests] = [Number(process.argv[2] ?? 5), Number(process.argv[3] ?? 2_000)];
  const rows = await benchHistoryHttp(launches, requests);
  const bare = rows[0]!.microseconds;
  for (const { server, microseconds, minimum, maximum } of rows)
    console.log(
      `${server.padEnd(32)} ${microseconds.toFixed(0)} µs of CPU a response (${minimum.toFixed(0)} to ${maximum.toFixed(0)} over ` +
        `${launches} launches), ${(bare / microseconds).toFixed(1)}× the bare server's throughput`,
    );
}
