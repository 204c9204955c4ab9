import { pathToFileURL } from "node:url";
import { backtest, defineStrategy, marketOf, prepareData } from "hindcast";
import { randomWalk } from "./support/random-walk.ts";
import { median } from "./support/timed.ts";

/** Orders submitted at each bar. */
const ORDERS_PER_BAR = 10;
const FEW_ORDERS = 1_000;
const ROUNDS = 9;
const WARM_UP = 30;

type Account = "cash" | "margin";

/** Microseconds that a run takes per order. */
export interface OpenOrdersRow {
  readonly run: string;
  readonly orders: number;
  readonly microseconds: number;
}

/** Submits orders that never fill and cancels every other one: the newest, or the oldest that is open. */
function ladder(count: number, canceledFirst: "newest" | "oldest") {
  let submitted = 0;
  let canceled = 0;
  const ids: number[] = [];
  return defineStrategy({
    name: `ladder-${canceledFirst}`,
    onBar({ orders, bar }) {
      for (let i = 0; i < ORDERS_PER_BAR && submitted < count; i++) {
        ids.push(orders.buy({ quantity: 1, limit: bar.close * (0.01 + (submitted % 7) * 0.001), timeInForce: "gtc" }));
        if (++submitted % 2 === 0) orders.cancel(canceledFirst === "newest" ? ids.pop()! : ids[canceled++]!);
      }
    },
  });
}

function microseconds(
  prepared: ReturnType<typeof prepareData>,
  account: Account,
  orders: number,
  canceledFirst: "newest" | "oldest",
): number {
  const settings = { account, cash: 1e9 };
  const before = performance.now();
  const { fills, orders: submitted } = backtest(ladder(orders, canceledFirst), prepared, settings);
  const ms = performance.now() - before;
  if (submitted.length !== orders || fills.length > 0) throw new Error("all orders must be submitted and none filled");
  return (ms / orders) * 1_000;
}

/** Compares the cost of an order in runs with few and with many resting orders. Each bar submits ten orders and cancels half of them. */
export function benchOpenOrders(orders: number): OpenOrdersRow[] {
  const rows: OpenOrdersRow[] = [];
  const data = (count: number) => prepareData(marketOf({ WALK: randomWalk(Math.ceil(count / ORDERS_PER_BAR) + 2) }));
  const few = data(FEW_ORDERS);
  const many = data(orders);
  for (const account of ["cash", "margin"] as const) {
    for (const canceledFirst of ["newest", "oldest"] as const) {
      for (let i = 0; i < WARM_UP; i++) microseconds(few, account, FEW_ORDERS, canceledFirst);
      const short: number[] = [];
      const long: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        short.push(median(Array.from({ length: 5 }, () => microseconds(few, account, FEW_ORDERS, canceledFirst))));
        if (round % 3 === 0) long.push(microseconds(many, account, orders, canceledFirst));
      }
      rows.push({ run: `${account}, ${canceledFirst} canceled`, orders: FEW_ORDERS, microseconds: median(short) });
      rows.push({ run: `${account}, ${canceledFirst} canceled`, orders, microseconds: median(long) });
    }
  }
  return rows;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const rows = benchOpenOrders(Number(process.argv[2] ?? 200_000));
  for (const { run, orders, microseconds: each } of rows)
    console.log(`${run.padEnd(25)} ${String(orders).padStart(7)} orders: ${each.toFixed(2)} µs an order`);
}
