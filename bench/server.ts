import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, mkdtempSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { buildServer } from "../src/server/build-server.ts";
import { StateStore } from "../src/server/store/state-store.ts";
import { openRecording } from "../src/tape/recording/open-recording.ts";

const REQUESTS = 4_000;
const CONNECTIONS = 16;
const ROUNDS = 7;
const HERE = fileURLToPath(import.meta.url);

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
  const folder = join(HERE, "..", "..", "data", "sample");
  const recording = await (await openRecording(folder)).load();
  // Both know the same key.
  const keys = join(mkdtempSync(join(tmpdir(), "hindcast-bench-")), "keys.db");
  const app = await buildServer(recording, { speed: 0, store: new StateStore(keys) });
  const { text } = app.hindcast.keys.create({ name: "bench", tier: "enterprise", scopes: ["market_data:read"] });
  const output = createWriteStream("/dev/null");
  const logging = await buildServer(recording, {
    speed: 0,
    store: new StateStore(keys),
    log: { level: "info", output },
  });
  const path = "/v2/market-data/stocks/AAPL/quote";
  const authorization = `Bearer ${text}`;
  const { body, headers } = await app.inject({ url: path, headers: { authorization } });
  await app.listen({ port: 0, host: "127.0.0.1" });
  await logging.listen({ port: 0, host: "127.0.0.1" });
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
      const microseconds = await cpuPerRequest(port, path, authorization);
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

async function cpuPerRequest(port: number, path: string, authorization: string): Promise<number> {
  const child = spawn(process.execPath, [...process.execArgv, HERE, "client", String(port), path, authorization], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  // The client says when it begins and when it has all answers.
  await once(child.stdout, "data");
  const before = process.cpuUsage();
  await once(child.stdout, "data");
  const { user, system } = process.cpuUsage(before);
  await once(child, "exit");
  return (user + system) / REQUESTS;
}

async function client(port: number, path: string, authorization: string): Promise<void> {
  const request = `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}\r\n\r\n`;
  const ask = (count: number) => Promise.all(Array.from({ length: CONNECTIONS }, () => askOne(port, request, count)));
  await ask(100);
  process.stdout.write("begin\n");
  await ask(REQUESTS / CONNECTIONS);
  process.stdout.write("end\n");
}

/** One request after the other on one connection. */
function askOne(port: number, request: string, count: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    let left = count;
    socket.setEncoding("latin1");
    socket.on("data", (text: string) => {
      if (!text.startsWith("HTTP/1.1 200")) reject(new Error(text));
      left--;
      if (left > 0) socket.write(request);
      else socket.end(resolve);
    });
    socket.on("error", reject);
    socket.write(request);
  });
}

if (process.argv[2] === "client") {
  await client(Number(process.argv[3]), process.argv[4]!, process.argv[5]!);
} else if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const rows = await benchServer();
  const bare = rows.find(({ server }) => server.endsWith("our headers"))!.microseconds;
  for (const { server, microseconds } of rows) {
    const share = `${((100 * bare) / microseconds).toFixed(0)} % of the requests of the bare one with our headers`;
    console.log(`${server.padEnd(30)} ${microseconds.toFixed(1)} µs of CPU a request, ${share}`);
  }
}
