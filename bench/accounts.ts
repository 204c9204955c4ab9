import { pathToFileURL } from "node:url";
import { buildServer, type HindcastServer } from "../src/server/build-server.ts";
import { collectGarbage } from "./support/garbage.ts";
import { keyHeader, sampleRecording } from "./support/served-sample.ts";

/** Noon in New York on a trading day. */
const START = Date.UTC(2023, 11, 15, 17);
const ORDER = { symbol: "AAPL", side: "buy", type: "limit", quantity: 1, limit_price: 1, time_in_force: "gtc" };
const WARM_UP = 50;

/** Memory and CPU that an account of the server costs. */
export interface AccountRow {
  /** Bytes that stay allocated for the account. */
  readonly bytes: number;
  /** Milliseconds of CPU of the first order, which creates the account, and of the second. */
  readonly first: number;
  readonly second: number;
}

/** Measures the memory of an account over the sample's instruments, and the CPU of its first and second order. */
export async function benchAccounts(accounts: number): Promise<AccountRow> {
  const app = await buildServer(await sampleRecording(), { start: START, speed: 0, trading: { cash: 1e9 } });
  const keys = Array.from({ length: WARM_UP + accounts }, () => keyHeader(app));
  await submitOrders(app, keys.slice(0, WARM_UP));
  const measured = keys.slice(WARM_UP);
  const before = allocatedBytes();
  const first = await submitOrders(app, measured);
  const bytes = (allocatedBytes() - before) / accounts;
  const second = await submitOrders(app, measured);
  await app.close();
  return { bytes, first: first / accounts, second: second / accounts };
}

/** Submits an order with each key and returns the milliseconds of CPU. */
async function submitOrders(app: HindcastServer, keys: readonly { readonly authorization: string }[]): Promise<number> {
  const before = process.cpuUsage();
  for (const headers of keys) {
    const { statusCode } = await app.inject({ method: "POST", url: "/v2/trading/orders", headers, payload: ORDER });
    if (statusCode !== 201) throw new Error(`an order was not accepted: status ${statusCode}`);
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

function allocatedBytes(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { bytes, first, second } = await benchAccounts(Number(process.argv[2] ?? 1_000));
  console.log(
    `an account: ${(bytes / 1_024).toFixed(0)} KiB, its first order ${first.toFixed(2)} ms of CPU, its second ${second.toFixed(2)} ms`,
  );
}
