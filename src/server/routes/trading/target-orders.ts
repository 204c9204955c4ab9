import { CommandQueue } from "../../../engine/command-queue.ts";
import { linesForWeights } from "../../../engine/target-orders.ts";
import type { MarketView } from "../../../market/market-view.ts";
import { TargetBody, TargetOrders } from "../../../schemas/order-request.ts";
import { invalidParameters } from "../../errors/api-error.ts";
import { readMember } from "../../errors/error-of.ts";
import { CRYPTO_DECIMALS, orNull, rounded } from "../../numbers.ts";
import { defineRoute } from "../../route.ts";
import type { Accounts } from "../../trading/accounts.ts";
import { runOnce } from "../../trading/run-once.ts";
import { checkOpenOrders } from "../../trading/order-errors.ts";
import { orderRecord } from "../../trading/order-record.ts";
import { tradableInstrument } from "../../trading/tradable.ts";
import type { TradingAccount } from "../../trading/trading-account.ts";

export const targetOrdersRoute = defineRoute({
  method: "POST",
  path: "/trading/orders/target",
  scope: "trading:write",
  changes: "account",
  tag: "Trading",
  summary: "Rebalance positions to weights",
  description:
    "Submits good-till-canceled market orders that bring positions to fractions of equity, as a strategy's target does in a backtest. Reducing orders come first, sells before buys. Other symbols stay unchanged.",
  body: TargetBody,
  response: TargetOrders,
  status: 201,
  handler: (call) =>
    runOnce(call, "POST /trading/orders/target", (account) => {
      checkOpenOrders(account, Object.keys(call.body.weights).length, call.server.maxOpenOrders);
      return readMember("weights", call.body.weights, () =>
        targetPositions(call.session.accounts, account, call.view, call.body),
      );
    }),
});

/**
 * Submits the orders that bring positions to weights. Throws ORDER_INVALID for invalid weights, and the errors of `tradableInstrument` for
 * symbols.
 */
function targetPositions(
  accounts: Accounts,
  account: TradingAccount,
  view: MarketView,
  body: TargetBody,
): TargetOrders {
  const { buffer } = body;
  const weights = account.exchange.asBacktest ? body.weights : knownWeights(account, view, body.weights);
  const { run } = account;
  const { broker, feeds, portfolio } = run.simulation;
  const lines = linesForWeights(weights, buffer, feeds, portfolio, broker, new CommandQueue(broker));
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

/**
 * Returns the weights by symbol. Symbols are looked up in the market view, since the account's market also contains instruments that are
 * not listed yet.
 */
function knownWeights(
  account: TradingAccount,
  view: MarketView,
  weights: TargetBody["weights"],
): TargetBody["weights"] {
  const known = new Map<string, number>();
  for (const [name, weight] of Object.entries(weights)) {
    const parameter = `weights.${name}`;
    const { symbol } = tradableInstrument(view, account, name, parameter).instrument;
    if (known.has(symbol))
      throw invalidParameters([{ in: "body", parameter, value: weight, reason: `must name ${symbol} once` }]);
    known.set(symbol, weight);
  }
  return Object.fromEntries(known);
}
