import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { buildServer } from "../src/server/build-server.ts";
import { collectGarbage } from "./support/garbage.ts";
import { sampleRecording } from "./support/served-sample.ts";
import { openReaders } from "./support/stream-readers.ts";

const CLIENTS = 100;
const SYMBOLS = ["AAPL", "MSFT", "GOOGL", "AMZN", "KO", "SPY", "BTCUSD", "ETHUSD", "EURUSD", "GC=F"];
const FROM = "2023-12-11T14:00:00Z";
const UNTIL = Date.UTC(2023, 11, 15, 21);
const MEBIBYTE = 2 ** 20;

/** Memory of the server's process at the end of each stage, in MiB. */
export interface StreamMemoryRow {
  readonly minutes: number;
  readonly rss: number;
  /** MiB of heap in use after garbage collection. */
  readonly heapUsed: number;
  /** Weeks of market data streamed so far. */
  readonly weeks: number;
}

/**
 * Measures whether a server's memory grows while it streams the same week of minutes at full speed. A hundred clients read, one does not,
 * and an account trades.
 */
export async function* benchStreamMemory(minutes: number, stages: number): AsyncGenerator<StreamMemoryRow> {
  const app = await buildServer(await sampleRecording(), {
    speed: 0,
    stream: { connectionsPerKey: CLIENTS + 1, heartbeatMs: 1e9, silenceMs: 1e9, slowMs: 1e9 },
  });
  const scopes = ["stream:read", "market_data:read", "trading:read", "trading:write", "replay:main"] as const;
  const { text } = app.hindcast.keys.create({ name: "bench", tier: "enterprise", scopes });
  const headers = { authorization: `Bearer ${text}` };
  const post = (url: string, payload: object) => app.inject({ method: "POST", url, headers, payload });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const readers = await openReaders((app.server.address() as AddressInfo).port, text, CLIENTS + 1);
  const hub = app.hindcast.stream!;
  const feed = hub.feed(app.hindcast.sessions.main);
  for (const connection of hub.connections) {
    for (const symbol of SYMBOLS) {
      connection.subscriptions.quotes.set(symbol, 0);
      feed.addQuotes(connection, symbol);
    }
  }
  await post("/_replay/speed", { speed: "max" });
  const start = performance.now();
  let weeks = 0;
  for (let stage = 1; stage <= stages; stage++) {
    while (performance.now() - start < (stage * minutes * 60_000) / stages) {
      await post("/_replay/seek", { to: FROM });
      for (const side of ["buy", "sell"])
        await post("/v2/trading/orders", { symbol: "AAPL", side, type: "market", quantity: 1 });
      await post("/_replay/resume", {});
      while (app.hindcast.sessions.main.now < UNTIL) await sleep(20);
      weeks++;
    }
    await post("/_replay/pause", {});
    collectGarbage();
    const { rss, heapUsed } = process.memoryUsage();
    yield {
      minutes: (performance.now() - start) / 60_000,
      rss: rss / MEBIBYTE,
      heapUsed: heapUsed / MEBIBYTE,
      weeks,
    };
  }
  readers.kill();
  await once(readers, "exit");
  await app.close();
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [minutes, stages] = [Number(process.argv[2] ?? 10), Number(process.argv[3] ?? 20)];
  for await (const { minutes: elapsed, rss, heapUsed, weeks } of benchStreamMemory(minutes, stages))
    console.log(
      `${elapsed.toFixed(1).padStart(5)} minutes, ${String(weeks).padStart(4)} weeks: RSS ${rss.toFixed(1)} MiB, heap ${heapUsed.toFixed(2)} MiB`,
    );
}
