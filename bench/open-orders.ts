import { pathToFileURL } from "node:url";
import { backtest, defineStrategy, marketOf, prepareData } from "hindcast";
import { randomWalk } from "./support/random-walk.ts";
import { median } from "./support/timed.ts";

/** Orders that are given at each bar. */
const EACH = 10;
const FEW = 1_000;
const ROUNDS = 9;
const WARM_UP = 30;

type Account = "cash" | "margin";

/** What an order costs in a run of so many, in microseconds. */
export interface OpenOrdersRow {
  readonly run: string;
  readonly orders: number;
  readonly microseconds: number;
}

/** Orders that nothing fills, of which every other one is canceled: the newest, or the oldest that is open. */
function ladder(orders: number, cancels: "newest" | "oldest") {
  let given = 0;
  let canceled = 0;
  const ids: number[] = [];
  return defineStrategy({
    name: `ladder-${cancels}`,
    onBar({ orders: desk, bar }) {
      for (let i = 0; i < EACH && given < orders; i++) {
        ids.push(desk.buy({ quantity: 1, limit: bar.close * (0.01 + (given % 7) * 0.001), timeInForce: "gtc" }));
        if (++given % 2 === 0) desk.cancel(cancels === "newest" ? ids.pop()! : ids[canceled++]!);
      }
    },
  });
}

function microseconds(
  prepared: ReturnType<typeof prepareData>,
  account: Account,
  orders: number,
  cancels: "newest" | "oldest",
): number {
  const settings = { account, cash: 1e9 };
  const before = performance.now();
  const { fills, orders: given } = backtest(ladder(orders, cancels), prepared, settings);
  const ms = performance.now() - before;
  if (given.length !== orders || fills.length > 0) throw new Error("all orders must be given and none filled");
  return (ms / orders) * 1_000;
}

/**
 * Does an order cost more where many rest? Ten orders a bar, of which half are canceled: a run of a thousand orders, many times, beside one of as many as
 * asked for.
 */
export function benchOpenOrders(orders: number): OpenOrdersRow[] {
  const rows: OpenOrdersRow[] = [];
  const data = (count: number) => prepareData(marketOf({ WALK: randomWalk(Math.ceil(count / EACH) + 2) }));
  const few = data(FEW);
  const many = data(orders);
  for (const account of ["cash", "margin"] as const) {
    for (const cancels of ["newest", "oldest"] as const) {
      for (let i = 0; i < WARM_UP; i++) microseconds(few, account, FEW, cancels);
      const short: number[] = [];
      const long: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        short.push(median(Array.from({ length: 5 }, () => microseconds(few, account, FEW, cancels))));
        if (round % 3 === 0) long.push(microseconds(many, account, orders, cancels));
      }
      rows.push({ run: `${account}, ${cancels} canceled`, orders: FEW, microseconds: median(short) });
      rows.push({ run: `${account}, ${cancels} canceled`, orders, microseconds: median(long) });
    }
  }
  return rows;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const rows = benchOpenOrders(Number(process.argv[2] ?? 200_000));
  for (const { run, orders, microseconds: each } of rows)
    console.log(`${run.padEnd(25)} ${String(orders).padStart(7)} orders: ${each.toFixed(2)} µs an order`);
}
