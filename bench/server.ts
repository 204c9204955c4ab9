import { once } from "node:events";
import { createWriteStream, mkdtempSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { StateStore } from "../src/server/store/state-store.ts";
import { askServer, requestText } from "./support/http-client.ts";
import { keyHeader, listen, sampleRecording } from "./support/served-sample.ts";

/** So many that a moment in which the machine has other things to do is a small part of a launch. */
const REQUESTS = 20_000;
const CONNECTIONS = 16;
const ROUNDS = 7;

/** CPU of a server process for one request, microseconds. */
export interface ServerRow {
  readonly server: string;
  readonly microseconds: number;
}

/**
 * What does the quote of a stock cost the served API, key, limit, checks and headers included, beside a bare `node:http` that writes the same bytes, with
 * and without the same headers? And with a line of the access log? CPU time of this process alone, which takes turns with the servers; requests come from a process of its own.
 */
export async function benchServer(): Promise<ServerRow[]> {
  const recording = await sampleRecording();
  // Both know the same key.
  const keys = join(mkdtempSync(join(tmpdir(), "hindcast-bench-")), "keys.db");
  const { app } = await listen(recording, { store: new StateStore(keys) });
  const key = keyHeader(app);
  const output = createWriteStream("/dev/null");
  const { app: logging } = await listen(recording, {
    store: new StateStore(keys),
    log: { level: "info", output },
  });
  const url = "/v2/market-data/stocks/AAPL/quote";
  const { body, headers } = await app.inject({ url, headers: key });
  const request = requestText("GET", url, key);
  const type = "application/json; charset=utf-8";
  const plain = await listening(() => ({ "content-type": type, "content-length": Buffer.byteLength(body) }), body);
  const own = Object.entries(headers).filter(([name]) => !["date", "connection"].includes(name));
  const full = await listening(() => Object.fromEntries(own), body);

  const servers: Readonly<Record<string, Server>> = {
    "bare node:http": plain,
    "bare node:http, our headers": full,
    "served API": app.server,
    "served API, an access line": logging.server,
  };
  const times = new Map(Object.keys(servers).map((name) => [name, [] as number[]]));
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [name, server] of Object.entries(servers)) {
      const { port } = server.address() as AddressInfo;
      const microseconds = await cpuPerRequest(port, request);
      // The first round is for warming up.
      if (round > 0) times.get(name)!.push(microseconds);
    }
  }
  plain.close();
  full.close();
  await app.close();
  await logging.close();
  return [...times].map(([server, all]) => ({ server, microseconds: all.toSorted((a, b) => a - b)[ROUNDS >> 1]! }));
}

async function listening(headers: () => Record<string, unknown>, body: string): Promise<Server> {
  const server = createServer((_, response) => {
    response.writeHead(200, headers() as Record<string, string>);
    response.end(body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

async function cpuPerRequest(port: number, request: string): Promise<number> {
  let before = process.cpuUsage();
  await askServer(
    { port, requests: [request], connections: CONNECTIONS, warmUp: 100 * CONNECTIONS, count: REQUESTS },
    () => {
      before = process.cpuUsage();
    },
  );
  const { user, system } = process.cpuUsage(before);
  return (user + system) / REQUESTS;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const rows = await benchServer();
  const bare = rows.find(({ server }) => server.endsWith("our headers"))!.microseconds;
  for (const { server, microseconds } of rows) {
    const share = `${((100 * bare) / microseconds).toFixed(0)} % of the requests of the bare one with our headers`;
    console.log(`${server.padEnd(30)} ${microseconds.toFixed(1)} µs of CPU a request, ${share}`);
  }
}
