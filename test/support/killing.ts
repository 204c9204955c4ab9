import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { build } from "esbuild";
import { expect } from "vitest";
import { ROOT } from "../house/source-files.ts";
import { OrderFollowers } from "./order-followers.ts";
import { seededRandom } from "./series.ts";

/** Market seconds per real second, high enough that orders fill while the client trades. */
const SPEED = 2_000;
/** Longest time in milliseconds to wait for a server that does nothing. */
const LONGEST_MS = 10_000;
/** Number of clients that trade at the same time. */
const CLIENTS = 4;

interface Running {
  readonly child: ChildProcess;
  readonly address: string;
  readonly key: string;
}

interface Sent {
  readonly name: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** What the server acknowledged and must keep after a kill. */
export interface Known {
  /** Ids of acknowledged orders, by the client's order id. */
  readonly orders: Map<string, string>;
  readonly canceled: Set<string>;
  readonly fills: Map<string, string>;
  /** Orders for which no response has arrived. */
  unanswered: Sent[];
  latest: string;
}

/** Returns an object without any acknowledged facts. */
export function nothingKnown(): Known {
  return { orders: new Map(), canceled: new Set(), fills: new Map(), unanswered: [], latest: "" };
}

/** Faults that happen in addition to kills. */
export interface Faults {
  /** Whether the computer's clock jumps forward and back. */
  readonly clockJumps?: boolean;
  /** Whether, every third time, the disk is full at the start or soon after. */
  readonly fullDisk?: boolean;
  /** Whether stream clients hang up, stop reading and reconnect. */
  readonly followers?: boolean;
}

/** Trades with a server that is killed again and again, and checks after each restart what the server had acknowledged. */
export async function killAgainAndAgain(
  kills: number,
  seed: number,
  folder: string,
  faults: Faults = {},
): Promise<void> {
  const random = seededRandom(seed);
  const file = await bundle(seed);
  const path = join(folder, `killed-${seed}.db`);
  const known = nothingKnown();
  const followers = faults.followers ? new OrderFollowers(random) : undefined;
  let key = "";
  let running: Running | undefined;
  try {
    for (let kill = 0; kill <= kills; kill++) {
      const isLast = kill === kills;
      const isFull = faults.fullDisk === true && !isLast && kill % 3 === 1;
      running = await start(file, path, faults, isFull ? spaceFor(random) : undefined);
      // The server could not start, since its disk is too full.
      if (running === undefined) continue;
      const { address, child } = running;
      key ||= running.key;
      const headers = { authorization: `Bearer ${key}` };
      if (!isFull) await check(address, headers, known);
      if (!isLast) {
        await followers?.start(address, headers);
        const trading = trade(address, headers, known, `${kill}`, random);
        // On a busy machine a server does little in a fixed time, so with stream clients this waits for a number of events.
        const enough = followers?.received(1 + Math.floor(random() * 20)) ?? sleep(5 + random() * 120);
        await Promise.race(isFull ? [trading, sleep(LONGEST_MS)] : [enough, sleep(LONGEST_MS)]);
        child.kill("SIGKILL");
        await trading;
      }
      followers?.stop();
      await ended(child);
    }
  } finally {
    followers?.stop();
    running?.child.kill("SIGKILL");
    rmSync(file, { force: true });
  }
  followers?.check(new Set(known.fills.keys()));
  expect(known.orders.size, "orders that were acknowledged").toBeGreaterThan(kills);
}

async function ended(child: ChildProcess): Promise<void> {
  child.kill("SIGKILL");
  if ((child.exitCode ?? child.signalCode) === null) await once(child, "exit");
}

/** Bundles the server into one file, since loading hundreds of source files takes seconds. Most packages stay outside. */
async function bundle(seed: number): Promise<string> {
  const outfile = join(ROOT, "node_modules", ".cache", "hindcast", `killed-server-${process.pid}-${seed}.mjs`);
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { dependencies: object };
  await build({
    entryPoints: [join(ROOT, "test", "support", "killed-server.ts")],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    // The package typebox is bundled, since its six hundred files take longest to load.
    external: Object.keys(dependencies).filter((name) => name !== "typebox"),
    alias: { hindcast: join(ROOT, "src", "index.ts") },
    logLevel: "error",
  });
  return outfile;
}

/** Starts a server. Returns undefined if its limit of file sizes is too low for a start. */
async function start(file: string, path: string, faults: Faults, space?: number): Promise<Running | undefined> {
  const args = [file, path, String(SPEED), ...(faults.clockJumps ? ["jumps"] : [])];
  // Writing beyond the limit fails as on a full disk, since the signal that would end the process is ignored.
  const limited = ["-c", `trap "" XFSZ; ulimit -f ${space}; exec "$0" "$@"`, process.execPath, ...args];
  const child = spawn(space === undefined ? process.execPath : "bash", space === undefined ? args : limited, {
    cwd: ROOT,
    stdio: ["ignore", "pipe", space === undefined ? "inherit" : "ignore"],
  });
  const line = await new Promise<string | undefined>((resolve, reject) => {
    let text = "";
    child.stdout!.setEncoding("utf8").on("data", (part: string) => {
      text += part;
      if (text.includes("\n")) resolve(text);
    });
    child.once("exit", (code) =>
      space === undefined ? reject(new Error(`the server ended with ${code}`)) : resolve(undefined),
    );
  });
  return line === undefined ? undefined : { child, ...(JSON.parse(line) as { address: string; key: string }) };
}

/** Limit of file sizes in blocks of 1,024 bytes, which the state exceeds after a while. */
function spaceFor(random: () => number): number {
  return 64 + Math.floor(random() * 128);
}

type Headers = Readonly<Record<string, string>>;

interface TradeOptions {
  readonly symbols?: readonly string[];
  /** Milliseconds between two actions of one client. */
  readonly pauseMs?: number;
  /** Time at which clients stop, as `performance.now()` measures it. */
  readonly until?: number;
}

/** Sends orders and cancellations until the server is gone. */
export async function trade(
  address: string,
  headers: Headers,
  known: Known,
  kill: string,
  random: () => number,
  { symbols = ["AAAUSD", "BBBUSD"], pauseMs = 0, until = Infinity }: TradeOptions = {},
): Promise<void> {
  let count = 0;
  const client = async (): Promise<void> => {
    for (;;) {
      if (pauseMs > 0) await sleep(pauseMs);
      if (performance.now() >= until) return;
      const name = `${kill}-${++count}`;
      const sent = { name, payload: orderOf(name, random, symbols) };
      known.unanswered.push(sent);
      if (!(await place(address, headers, known, sent))) return;
      known.unanswered = known.unanswered.filter((one) => one !== sent);
      if (random() < 0.2 && !(await cancelOne(address, headers, known, random))) return;
      if (random() < 0.2 && !(await readFills(address, headers, known))) return;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
}

function orderOf(name: string, random: () => number, symbols: readonly string[]): Sent["payload"] {
  const limit = { type: "limit", limit_price: 90 + Math.floor(random() * 20) };
  return {
    symbol: symbols[Math.floor(random() * symbols.length)],
    side: random() < 0.7 ? "buy" : "sell",
    quantity: 1 + Math.floor(random() * 5),
    time_in_force: "gtc",
    client_order_id: name,
    ...(random() < 0.5 ? { type: "market" } : limit),
  };
}

/** Submits an order. Returns false if the server is gone. */
async function place(address: string, headers: Headers, known: Known, { name, payload }: Sent): Promise<boolean> {
  const answer = await ask(address, "POST", "/orders", { ...headers, "idempotency-key": name }, payload);
  if (answer === undefined) return false;
  if (answer.status === 201) {
    known.orders.set(name, answer.body["id"] as string);
    known.latest = later(known.latest, answer.body["created_at"] as string);
  } else {
    expect(answer.status, JSON.stringify(answer.body)).toBe(422);
  }
  return true;
}

async function cancelOne(address: string, headers: Headers, known: Known, random: () => number): Promise<boolean> {
  const ids = [...known.orders.values()];
  const id = ids[Math.floor(random() * ids.length)];
  if (id === undefined) return true;
  const answer = await ask(address, "DELETE", `/orders/${id}`, headers);
  if (answer?.status === 200) known.canceled.add(id);
  return answer !== undefined;
}

async function readFills(address: string, headers: Headers, known: Known): Promise<boolean> {
  const answer = await ask(address, "GET", "/fills?limit=20", headers);
  if (answer === undefined) return false;
  for (const fill of answer.body["fills"] as { id: string; timestamp: string }[]) {
    known.fills.set(fill.id, JSON.stringify(fill));
    known.latest = later(known.latest, fill.timestamp);
  }
  return true;
}

/**
 * Checks that everything acknowledged is still there, and that each order exists once. Orders without a response are sent again, and must
 * also exist once.
 */
export async function check(address: string, headers: Headers, known: Known): Promise<void> {
  const account = await answered(address, "/account", headers);
  expect(account.status).toBe(200);
  expect((account.body["timestamp"] as string) >= known.latest, "time has not gone back").toBe(true);
  for (const sent of known.unanswered) await place(address, headers, known, sent);
  known.unanswered = [];
  const orders = await all(address, headers, "orders");
  const named = new Map(orders.map((order) => [order["client_order_id"], order]));
  expect(named.size, "each order once").toBe(orders.length);
  expect(orders.length).toBe(known.orders.size);
  for (const [name, id] of known.orders) expect(named.get(name)?.["id"], name).toBe(id);
  const byId = new Map(orders.map((order) => [order["id"], order]));
  for (const id of known.canceled) expect(byId.get(id)?.["status"], id).toBe("canceled");
  const fills = new Map((await all(address, headers, "fills")).map((fill) => [fill["id"], JSON.stringify(fill)]));
  for (const [id, fill] of known.fills) expect(fills.get(id as never), id).toBe(fill);
  for (const [id, fill] of fills) known.fills.set(id as string, fill);
}

async function all(address: string, headers: Headers, what: "orders" | "fills"): Promise<Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = [];
  const status = what === "orders" ? "&status=all" : "";
  for (let token = ""; ;) {
    const answer = await answered(address, `/${what}?direction=asc&limit=1000${status}${token}`, headers);
    items.push(...(answer.body[what] as Record<string, unknown>[]));
    if (answer.body["next_page_token"] === null) return items;
    token = `&page_token=${answer.body["next_page_token"] as string}`;
  }
}

/** Returns the response of a healthy server, and retries if the machine is slow. */
async function answered(address: string, path: string, headers: Headers): Promise<Answer> {
  for (let tries = 0; tries < 60; tries++) {
    const answer = await ask(address, "GET", path, headers);
    if (answer !== undefined) return answer;
    await sleep(500);
  }
  throw new Error(`${path} was not answered for half a minute`);
}

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/** Returns the response to a request; undefined if the server was killed before it answered, or cannot write. */
async function ask(
  address: string,
  method: string,
  path: string,
  headers: Headers,
  payload?: unknown,
): Promise<Answer | undefined> {
  try {
    const answer = await fetch(`${address}/v2/trading${path}`, {
      method,
      headers: { ...headers, ...(payload === undefined ? {} : { "content-type": "application/json" }) },
      ...(payload === undefined ? {} : { body: JSON.stringify(payload) }),
    });
    // A server with a full disk accepts nothing, so its requests are sent again after a restart.
    if (answer.status >= 500) return undefined;
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  } catch {
    return undefined;
  }
}

function later(a: string, b: string): string {
  return a > b ? a : b;
}
