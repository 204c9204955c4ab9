import { once } from "node:events";
import { mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { LogSettings } from "../src/server/server-settings.ts";
import { type Clients, openClients, requestText } from "./support/http-client.ts";
import { stayOnOneProcessor } from "./support/on-one-processor.ts";
import { type LaunchedServer, launchServer, reportListening } from "./support/launched-server.ts";
import { keyHeader, listen, sampleRecording } from "./support/served-sample.ts";
import { median } from "./support/timed.ts";

const CONNECTIONS = 16;
const WARM_UP = 20_000;
/** Number of requests that a server answers in one turn. Turns are short, since the speed of the machine varies. */
const TURN = 2_000;
const TURNS = 10;
const HERE = fileURLToPath(import.meta.url);
const QUOTE = "/v2/market-data/stocks/AAPL/quote";
/** Measured servers, by title, with the argument that launches each. */
const SIDES = {
  "bare node:http, same headers": "bare",
  "bare node:http": "plain",
  "served API": "served",
  "served API, access log": "logged",
} as const;

/**
 * Microseconds of CPU that a server uses for one request, and the bare server's CPU as a share of that: medians of the launches, with
 * minimum and maximum.
 */
export interface ServerRow {
  readonly server: string;
  readonly microseconds: number;
  readonly share: number;
  readonly minimum: number;
  readonly maximum: number;
}

/**
 * Measures the CPU of a quote in the served API, with key, limit, checks and headers, and with an access log in a file. For comparison, a
 * bare `node:http` writes the same bytes with the same headers and with few. Only the server's process counts. All servers are launched
 * several times and take turns.
 */
export async function benchServer(launches: number): Promise<ServerRow[]> {
  const names = Object.keys(SIDES);
  const times = new Map(names.map((name) => [name, [] as number[]]));
  const folder = mkdtempSync(join(tmpdir(), "hindcast-bench-"));
  for (let launch = 0; launch < launches; launch++) {
    const cpu = await oneLaunch(folder);
    for (const [index, name] of names.entries()) times.get(name)!.push(cpu[index]!);
  }
  rmSync(folder, { recursive: true });
  const bare = times.get(names[0]!)!;
  return [...times].map(([server, all]) => {
    const shares = all.map((time, launch) => bare[launch]! / time);
    return {
      server,
      microseconds: median(all),
      share: median(shares),
      minimum: Math.min(...shares),
      maximum: Math.max(...shares),
    };
  });
}

/** Returns the CPU of each server for one request, in microseconds. */
async function oneLaunch(folder: string): Promise<number[]> {
  const launched: { readonly server: LaunchedServer; readonly clients: Clients }[] = [];
  try {
    for (const side of Object.values(SIDES)) {
      const server = await launchServer(HERE, [side, folder]);
      const { port, request } = server.ready as { port: number; request: string };
      const load = { port, requests: [request], connections: CONNECTIONS, warmUp: WARM_UP, count: TURN };
      launched.push({ server, clients: await openClients(load) });
    }
    const cpu = launched.map(() => 0);
    for (let turn = 0; turn < TURNS; turn++)
      for (const [index, { server, clients }] of launched.entries()) {
        const before = await server.cpu();
        await clients.run();
        cpu[index]! += (await server.cpu()) - before;
      }
    return cpu.map((sum) => sum / TURNS / TURN);
  } finally {
    for (const { server, clients } of launched) {
      clients.stop();
      server.stop();
    }
  }
}

/** Starts a server that listens, and reports its port and the request to send. */
async function serve(side: string, folder: string): Promise<void> {
  const { app, port } = await listen(await sampleRecording(), side === "logged" ? { log: fileLog(folder) } : {});
  const key = keyHeader(app);
  const request = requestText("GET", QUOTE, key);
  if (side === "served" || side === "logged") return reportListening({ port, request });
  const { body, headers } = await app.inject({ url: QUOTE, headers: key });
  await app.close();
  const type = "application/json; charset=utf-8";
  const repeated = Object.entries(headers).filter(([name]) => !["date", "connection"].includes(name));
  const bare = createServer((_, response) => {
    response.writeHead(
      200,
      side === "bare"
        ? (Object.fromEntries(repeated) as Record<string, string>)
        : { "content-type": type, "content-length": Buffer.byteLength(body) },
    );
    response.end(body);
  });
  // Connections are idle between turns, so the bare server must keep them open as long as the measured server does.
  bare.keepAliveTimeout = app.server.keepAliveTimeout;
  bare.listen(0, "127.0.0.1");
  await once(bare, "listening");
  reportListening({ port: (bare.address() as AddressInfo).port, request });
}

/** The access log of `hindcast serve --access-log`, written to a file. */
function fileLog(folder: string): LogSettings {
  const file = openSync(join(folder, "access.log"), "a");
  return { level: "info", output: { write: (lines) => writeSync(file, lines) }, joinMs: 20 };
}

const [, script, side, folder] = process.argv;
if (folder !== undefined) {
  await serve(side!, folder);
} else if (script === HERE) {
  const launches = Number(side ?? 5);
  stayOnOneProcessor();
  for (const { server, microseconds, share, minimum, maximum } of await benchServer(launches))
    console.log(
      `${server.padEnd(30)} ${microseconds.toFixed(1)} µs of CPU a request, ${percent(share)} (${percent(minimum)} to ${percent(maximum)} ` +
        `over ${launches} launches) of the throughput of the bare server with the same headers`,
    );
}

function percent(share: number): string {
  return `${(100 * share).toFixed(0)} %`;
}
