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
import { type LaunchedServer, launchServer, serveLaunched } from "./support/launched-server.ts";
import { keyHeader, listen, sampleRecording } from "./support/served-sample.ts";
import { median } from "./support/timed.ts";

const CONNECTIONS = 16;
const WARM_UP = 20_000;
/** Requests that a server answers before it is another's turn: the machine may give more or less a second later. */
const TURN = 2_000;
const TURNS = 10;
const HERE = fileURLToPath(import.meta.url);
const QUOTE = "/v2/market-data/stocks/AAPL/quote";
/** What is measured, and as which kind of server it is launched. */
const SIDES = {
  "bare node:http, our headers": "bare",
  "bare node:http": "plain",
  "served API": "served",
  "served API, an access line": "logged",
} as const;

/** CPU of a server for one request, microseconds, and the rate of a bare one with our headers that it comes to: medians of its launches, and the least and the most. */
export interface ServerRow {
  readonly server: string;
  readonly microseconds: number;
  readonly share: number;
  readonly least: number;
  readonly most: number;
}

/**
 * What does the quote of a stock cost the served API, key, limit, checks and headers included, beside a bare `node:http` that writes the same bytes, with
 * and without the same headers? And with a line of the access log in a file? CPU of the server alone, which like its clients has a process of its own: all are launched anew several
 * times, and answer in turns.
 */
export async function benchServer(launches: number): Promise<ServerRow[]> {
  const names = Object.keys(SIDES);
  const times = new Map(names.map((name) => [name, [] as number[]]));
  const folder = mkdtempSync(join(tmpdir(), "hindcast-bench-"));
  for (let launch = 0; launch < launches; launch++) {
    const cpu = await oneLaunch(folder);
    for (const [place, name] of names.entries()) times.get(name)!.push(cpu[place]!);
  }
  rmSync(folder, { recursive: true });
  const bare = times.get(names[0]!)!;
  return [...times].map(([server, all]) => {
    const shares = all.map((time, launch) => bare[launch]! / time);
    return {
      server,
      microseconds: median(all),
      share: median(shares),
      least: Math.min(...shares),
      most: Math.max(...shares),
    };
  });
}

/** CPU of each server for one request, microseconds. */
async function oneLaunch(folder: string): Promise<number[]> {
  const asked: { readonly server: LaunchedServer; readonly clients: Clients }[] = [];
  try {
    for (const side of Object.values(SIDES)) {
      const server = await launchServer(HERE, [side, folder]);
      const { port, request } = server.told as { port: number; request: string };
      const load = { port, requests: [request], connections: CONNECTIONS, warmUp: WARM_UP, count: TURN };
      asked.push({ server, clients: await openClients(load) });
    }
    const cpu = asked.map(() => 0);
    for (let turn = 0; turn < TURNS; turn++)
      for (const [place, { server, clients }] of asked.entries()) {
        const before = await server.cpu();
        await clients.run();
        cpu[place]! += (await server.cpu()) - before;
      }
    return cpu.map((sum) => sum / TURNS / TURN);
  } finally {
    for (const { server, clients } of asked) {
      clients.stop();
      server.stop();
    }
  }
}

/** Listens, and says what is to be asked. */
async function serve(side: string, folder: string): Promise<void> {
  const { app, port } = await listen(await sampleRecording(), side === "logged" ? { log: fileLog(folder) } : {});
  const key = keyHeader(app);
  const request = requestText("GET", QUOTE, key);
  if (side === "served" || side === "logged") return serveLaunched({ port, request });
  const { body, headers } = await app.inject({ url: QUOTE, headers: key });
  await app.close();
  const type = "application/json; charset=utf-8";
  const own = Object.entries(headers).filter(([name]) => !["date", "connection"].includes(name));
  const bare = createServer((_, response) => {
    response.writeHead(
      200,
      side === "bare"
        ? (Object.fromEntries(own) as Record<string, string>)
        : { "content-type": type, "content-length": Buffer.byteLength(body) },
    );
    response.end(body);
  });
  // Connections wait for their next turn.
  bare.keepAliveTimeout = app.server.keepAliveTimeout;
  bare.listen(0, "127.0.0.1");
  await once(bare, "listening");
  serveLaunched({ port: (bare.address() as AddressInfo).port, request });
}

/** The access log of `hindcast serve --access-log`, into a file. */
function fileLog(folder: string): LogSettings {
  const file = openSync(join(folder, "access.log"), "a");
  return { level: "info", output: { write: (lines) => writeSync(file, lines) }, joinMs: 20 };
}

const [, started, side, folder] = process.argv;
if (folder !== undefined) {
  await serve(side!, folder);
} else if (started === HERE) {
  const launches = Number(side ?? 5);
  stayOnOneProcessor();
  for (const { server, microseconds, share, least, most } of await benchServer(launches))
    console.log(
      `${server.padEnd(30)} ${microseconds.toFixed(1)} µs of CPU a request, ${percent(share)} (${percent(least)} to ${percent(most)} ` +
        `over ${launches} launches) of the requests of the bare one with our headers`,
    );
}

function percent(share: number): string {
  return `${(100 * share).toFixed(0)} %`;
}
