import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { FROM_SOURCE, node } from "../cli/child-process.ts";
import { ROOT } from "../house/source-files.ts";
import * as floods from "../support/floods.ts";
import type { FlippedFiles } from "../support/flipped-files.ts";
import { check, type Known, nothingKnown, trade } from "../support/killing.ts";
import { seededRandom } from "../support/series.ts";
import { type ServedApart, serveApart } from "../support/served-apart.ts";
import { temporaryFiles } from "../support/temporary-files.ts";

/*
 * One server with 256 file descriptors runs for half an hour (HINDCAST_SOAK_MINUTES). Each round begins with a storm: floods, slow and
 * silent clients, an endless strategy and a full disk. A calm follows, in which the server's records and memory are checked. Then the
 * server is killed or closed, and restarted with its state.
 */
const files = temporaryFiles();
const minutes = Number(process.env["HINDCAST_SOAK_MINUTES"] ?? 30);
const seed = Number(process.env["HINDCAST_SOAK_SEED"] ?? 5);
const random = seededRandom(seed);

const MB = 2 ** 20;
const MOST_RESIDENT = 400 * MB;
const MOST_GROWTH = 30 * MB;
/** The server ends silent connections after ten seconds. Until then it may have no room for another one. */
const LONGEST_WAIT_MS = 25_000;
const STORM_MS = 20_000;
const CALM_MS = 10_000;

const ENDLESS = `import { defineStrategy } from "hindcast";
export const endless = defineStrategy({
  name: "endless",
  onBar({ orders }) {
    for (;;) {
      orders.buy({ quantity: 1, limit: 0.01 });
      orders.cancelAll();
    }
  },
});
`;

const ABUSES: Readonly<Record<string, (server: ServedApart) => floods.Flood>> = {
  "unread descriptions": ({ port }) => floods.unreadDescriptions(port),
  "unread history": ({ port, keys }) => floods.unreadHistory(port, keys["free"]!),
  "slow bodies": ({ port, keys }) => floods.slowBodies(port, keys["pro"]!, 60),
  "silent sockets": ({ port }) => floods.silentSockets(port, 300),
  "keyless streams": ({ port }) => floods.keylessStreams(port, 100),
  "upgrades to h2c": ({ port, keys }) => floods.upgradesToHttp2(port, keys["enterprise"]!),
  "bad requests": ({ port }) => floods.badRequests(port, 400),
};

interface Seen {
  resident: number;
  growth: number;
  wait: number;
  quotes: number;
  storms: number;
  fullDisks: number;
  kills: number;
  flips: number;
  readonly ends: Record<string, number>;
}

test(
  `a server under all faults at once keeps its acknowledged state and its memory for ${minutes} minutes`,
  async () => {
    const seen: Seen = {
      resident: 0,
      growth: 0,
      wait: 0,
      quotes: 0,
      storms: 0,
      fullDisks: 0,
      kills: 0,
      flips: 0,
      ends: {},
    };
    const known = nothingKnown();
    const state = join(files.folder, "state.db");
    files.write("endless.ts", ENDLESS);
    let keys: ServedApart["keys"] = {};
    let isOver = false;
    const flipping = flipped(() => isOver, seen);
    const until = performance.now() + minutes * 60_000;
    try {
      while (performance.now() < until) {
        const server = await started(state, keys);
        keys = server.keys;
        try {
          await warmUp(server);
          const before = await server.live();
          for (let storm = 0; storm < 2 && performance.now() < until; storm++) {
            await stormOver(server, known, seen);
            await checkCalm(server, known, seen, before);
          }
        } finally {
          seen.kills++;
          if (random() < 0.5) await server.kill();
          else server.child.kill("SIGTERM");
          await ended(server);
        }
      }
    } finally {
      isOver = true;
      await flipping;
      console.log(JSON.stringify({ ...seen, orders: known.orders.size, fills: known.fills.size }));
    }
    expect(seen.resident, "bytes in memory").toBeLessThan(MOST_RESIDENT);
    expect(seen.wait, "the longest wait of a client that behaves").toBeLessThan(LONGEST_WAIT_MS);
    expect(known.orders.size).toBeGreaterThan(50 * minutes);
  },
  (minutes + 10) * 60_000,
);

async function started(state: string, keys: ServedApart["keys"]): Promise<ServedApart> {
  const args = [
    "--state",
    state,
    "--from",
    "2023-12-11T09:30",
    "--speed",
    "60",
    "--strategies",
    files.folder,
    "--cash",
    "1e9",
  ];
  const clocked = Object.keys(keys).length === 0 ? args : args.filter((_, at) => at !== 2 && at !== 3);
  const options = ["--trusted-proxies", "127.0.0.1", "--backtest-threads", "1"];
  const server = await serveApart([...clocked, ...options], 'trap "" XFSZ; ulimit -n 256');
  return Object.keys(server.keys).length > 0 ? server : { ...server, keys };
}

/** Requests everything that the server caches. Retries if the server is busy. */
async function warmUp({ port, keys }: ServedApart): Promise<void> {
  const headers = { authorization: `Bearer ${keys["enterprise"]!}` };
  const asked = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`, { headers })).status;
  for (const path of ["/docs/json", "/v2/market-data/stocks/AAPL/quote", floods.HISTORY, "/v2/trading/orders"])
    await expect.poll(() => asked(path), { timeout: 60_000, interval: 1_000, message: path }).toBe(200);
}

async function ended(server: ServedApart): Promise<void> {
  const since = performance.now();
  while ((server.child.exitCode ?? server.child.signalCode) === null) {
    if (performance.now() - since > 30_000) throw new Error("the server did not end within 30 seconds");
    await sleep(50);
  }
}

/** Abuses a server in three ways at once and fills its disk, while other clients trade and read. */
async function stormOver(server: ServedApart, known: Known, seen: Seen): Promise<void> {
  const storm = ++seen.storms;
  const address = `http://127.0.0.1:${server.port}`;
  const headers = { authorization: `Bearer ${server.keys["enterprise"]!}`, "x-forwarded-for": "192.0.2.1" };
  const until = performance.now() + STORM_MS;
  const isOn = (): boolean => performance.now() < until && server.child.exitCode === null;
  const names = Object.keys(ABUSES).toSorted(() => random() - 0.5);
  const begun = names.slice(0, 3).map((name) => ABUSES[name]!(server));
  const trading = (async () => {
    for (let part = 0; isOn(); part++) {
      const options = { symbols: ["AAPL", "MSFT"], pauseMs: 200, until };
      await trade(address, headers, known, `${storm}-${part}`, random, options);
      await sleep(200);
    }
  })();
  const watching = (async () => {
    while (isOn()) {
      seen.resident = Math.max(seen.resident, server.resident());
      await sleep(100);
    }
  })();
  const asking = asked(address, headers, isOn, seen);
  const strategy = endless(address, headers, seen);
  await sleep(STORM_MS / 3);
  fillDisk(server);
  await sleep(STORM_MS / 5);
  const full = await fetch(`${address}/ready`).catch(() => undefined);
  if (full?.status === 503) seen.fullDisks++;
  freeDisk(server);
  await Promise.all([trading, watching, asking, strategy]);
  for (const flood of begun) flood.stop();
  expect(server.child.exitCode, server.errors().slice(-2_000)).toBe(null);
}

/** Reads a quote twice a second, and at once again if there is no answer. */
async function asked(
  address: string,
  headers: Readonly<Record<string, string>>,
  isOn: () => boolean,
  seen: Seen,
): Promise<void> {
  let last = performance.now();
  while (isOn()) {
    const answer = await fetch(`${address}/v2/market-data/stocks/AAPL/quote`, {
      headers,
      signal: AbortSignal.timeout(5_000),
    }).catch(() => undefined);
    await answer?.arrayBuffer().catch(() => undefined);
    if (answer?.status === 200) {
      seen.wait = Math.max(seen.wait, performance.now() - last);
      seen.quotes++;
      await sleep(500);
      last = performance.now();
    } else {
      await sleep(100);
    }
  }
  seen.wait = Math.max(seen.wait, performance.now() - last - 500);
}

/** Requests a backtest of an endless strategy, and cancels it if the server does not end it. */
async function endless(address: string, headers: Readonly<Record<string, string>>, seen: Seen): Promise<void> {
  const ask = (method: string, path: string, body?: object): Promise<Response | undefined> =>
    fetch(`${address}/v2/trading/backtests${path}`, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(5_000),
    }).catch(() => undefined);
  const body = { strategy: "endless", symbols: ["AAPL"], from: "2023-10-02", to: "2023-12-08" };
  const begun = await ask("POST", "", body);
  if (begun?.status !== 202) return;
  const { id } = (await begun.json()) as { id: string };
  await sleep(2_000);
  for (let tries = 0; tries < 100; tries++) {
    const answer = await ask("DELETE", `/${id}`);
    if (answer?.status === 200) {
      const { status, error } = (await answer.json()) as {
        status: string;
        error: { code: string; message: string } | null;
      };
      const end = error === null ? status : `${error.code}: ${error.message}`;
      seen.ends[end] = (seen.ends[end] ?? 0) + 1;
      return;
    }
    await sleep(300);
  }
  throw new Error("a backtest could not be canceled");
}

/** Limits the size of files, so that longer writes fail as on a full disk. */
function fillDisk({ child }: ServedApart): void {
  execFileSync("prlimit", ["--pid", String(child.pid), "--fsize=4096:unlimited"]);
}

function freeDisk({ child }: ServedApart): void {
  execFileSync("prlimit", ["--pid", String(child.pid), "--fsize=unlimited:unlimited"]);
}

/** Checks that everything the server acknowledged is present, that a new key works, and that memory has not grown. */
async function checkCalm(server: ServedApart, known: Known, seen: Seen, before: number): Promise<void> {
  const address = `http://127.0.0.1:${server.port}`;
  const headers = { authorization: `Bearer ${server.keys["enterprise"]!}`, "x-forwarded-for": "192.0.2.1" };
  await sleep(CALM_MS);
  const ready = await fetch(`${address}/ready`);
  expect(ready.status, await ready.text()).toBe(200);
  await check(address, headers, known);
  const made = await fetch(`${address}/_admin/keys`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${server.keys["admin"]!}`,
      "content-type": "application/json",
      "x-forwarded-for": "192.0.2.2",
    },
    body: JSON.stringify({ name: "new", tier: "free" }),
  });
  expect(made.status).toBe(201);
  const { api_key: key } = (await made.json()) as { api_key: string };
  const first = await fetch(`${address}/v2/market-data/stocks/AAPL/quote`, {
    headers: { authorization: `Bearer ${key}`, "x-forwarded-for": "192.0.2.3" },
  });
  expect(first.status).toBe(200);
  const grown = (await server.live()) - before;
  seen.growth = Math.max(seen.growth, grown);
  expect(grown, "bytes on and off the heap after ten idle seconds").toBeLessThan(MOST_GROWTH);
}

/** Checks that no reader hangs on a file with changed bytes, however busy the machine is. */
async function flipped(isOver: () => boolean, seen: Seen): Promise<void> {
  const program = join(ROOT, "test/support/flipped-files.ts");
  for (let round = 1; !isOver(); round++) {
    const { code, out, err } = await node(
      [...FROM_SOURCE, program, "100", String(seed * 1_000 + round)],
      ROOT,
      600_000,
    );
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect((JSON.parse(out) as FlippedFiles).strange).toEqual([]);
    seen.flips += 100;
    await sleep(5_000);
  }
}
