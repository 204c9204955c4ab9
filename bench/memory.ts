import { pathToFileURL } from "node:url";
import { collectGarbage } from "./support/garbage.ts";
import { sendLoad, openClients, requestText } from "./support/http-client.ts";
import { keyHeader, listen, sampleRecording } from "./support/served-sample.ts";

const CONNECTIONS = 16;
const ORDERS = 500;
const PAGE = 50;
const STAGES = 10;
const MEBIBYTE = 2 ** 20;
const SYMBOLS = ["AAPL", "MSFT", "GOOGL", "AMZN", "KO", "SPY", "AMC"];

/** Memory of the server's process after a number of requests, in MiB. */
export interface MemoryRow {
  readonly requests: number;
  readonly rss: number;
  /** MiB of heap in use after garbage collection. */
  readonly heapUsed: number;
}

/**
 * Measures whether the server's memory grows with the number of requests. A third of the requests are for quotes, a third for two years of
 * history at distinct as-of times, and a third for pages of a few hundred orders. There are ten stages of `requestsPerStage`.
 */
export async function benchMemory(requestsPerStage: number): Promise<MemoryRow[]> {
  const start = Date.UTC(2023, 11, 15, 17);
  const { app, port } = await listen(await sampleRecording(), { start, trading: { cash: 1e9 } });
  const key = keyHeader(app);
  const order = '{"symbol":"AAPL","side":"buy","type":"limit","limit_price":1,"quantity":1}';
  const orders = [requestText("POST", "/v2/trading/orders", key, order)];
  await sendLoad({ port, requests: orders, status: 201, connections: 1, count: ORDERS });
  const pages: string[] = [];
  for (let token = ""; token !== null;) {
    const url = `/v2/trading/orders?limit=${PAGE}${token === "" ? "" : `&page_token=${token}`}`;
    pages.push(url);
    token = (await app.inject({ url, headers: key })).json<{ next_page_token: string }>().next_page_token;
  }
  const moment = (at: number) => ({ ...key, "x-as-of": new Date(start - at * 600_000).toISOString() });
  const requests = Array.from({ length: 30_000 }, (_, at) => {
    const symbol = SYMBOLS[at % SYMBOLS.length]!;
    if (at % 3 === 0) return requestText("GET", `/v2/market-data/stocks/${symbol}/quote`, moment(at));
    if (at % 3 === 1) return requestText("GET", `/v2/market-data/stocks/${symbol}/history?period=2y`, moment(at));
    return requestText("GET", pages[Math.floor(at / 3) % pages.length]!, key);
  });
  // All stages use the same connections, so that closed connections do not count.
  const clients = await openClients({ port, requests, connections: CONNECTIONS, count: requestsPerStage });
  const rows: MemoryRow[] = [];
  for (let stage = 1; stage <= STAGES; stage++) {
    await clients.run();
    collectGarbage();
    const { rss, heapUsed } = process.memoryUsage();
    rows.push({ requests: stage * requestsPerStage, rss: rss / MEBIBYTE, heapUsed: heapUsed / MEBIBYTE });
  }
  clients.stop();
  await app.close();
  return rows;
}

/** MiB by which a value grows per 100,000 requests: the slope of the least-squares line. */
function slope(rows: readonly MemoryRow[], field: "rss" | "heapUsed"): number {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const x = mean(rows.map(({ requests }) => requests));
  const y = mean(rows.map((row) => row[field]));
  const along = rows.reduce((sum, row) => sum + (row.requests - x) * (row[field] - y), 0);
  return (along / rows.reduce((sum, { requests }) => sum + (requests - x) ** 2, 0)) * 100_000;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const rows = await benchMemory(Number(process.argv[2] ?? 100_000));
  for (const { requests, rss, heapUsed } of rows)
    console.log(`${String(requests).padStart(9)} requests: RSS ${rss.toFixed(1)} MiB, heap ${heapUsed.toFixed(2)} MiB`);
  const last = rows.slice(STAGES / 2);
  console.log(
    `growth per 100,000 requests in the second half: RSS ${slope(last, "rss").toFixed(2)} MiB, heap ${slope(last, "heapUsed").toFixed(3)} MiB`,
  );
}
