import { targetLines } from "../../engine/target-weights.ts";
import type { TargetBody, TargetOrders } from "../../schemas/target-orders.ts";
import { CRYPTO_DECIMALS, orNull, rounded } from "../numbers.ts";
import type { Accounts } from "./accounts.ts";
import { orderRecord } from "./order-record.ts";
import type { TradingAccount } from "./trading-account.ts";

/** Gives the orders that bring positions to weights. Throws ORDER_INVALID for weights that make no sense. */
export function targetPositions(accounts: Accounts, account: TradingAccount, body: TargetBody): TargetOrders {
  const { weights, buffer } = body;
  const { run } = account;
  const { broker, feeds, portfolio } = run.driver;
  const { account: paying, rules } = broker;
  const held = (index: number): number => portfolio.positions[index]!.quantity;
  const lines = targetLines(weights, feeds, held, run.equity, buffer ?? rules.cashBuffer, paying, rules);
  const before = run.notes.length;
  accounts.execute(account, { kind: "target", weights, ...(buffer === undefined ? {} : { buffer }) });
  const units = (value: number): number => rounded(value, CRYPTO_DECIMALS);
  return {
    lines: lines.map((line) => ({
      ...line,
      exact: orNull(line.exact, units),
      quantity: units(line.quantity),
      change: units(line.change),
    })),
    orders: run.notes.slice(before).map((_, i) => orderRecord(account, before + i + 1)),
  };
}
