import type { Account, PositionRecord } from "../../schemas/account.ts";
import { formatInstant } from "../../time/instant.ts";
import { accountId } from "./ids.ts";
import { positionRecords } from "./position-record.ts";
import type { TradingAccount } from "./trading-account.ts";

/**
 * Returns the account as responses show it. Equity is the sum of the displayed cash and position values. If all digits are shown, it equals
 * the equity in a backtest.
 */
export function accountRecord(
  account: TradingAccount,
  now: number,
  positions: readonly PositionRecord[] = positionRecords(account, now),
): Account {
  const { portfolio, broker } = account.run.simulation;
  const { exact, money } = account.digits;
  const sum = (amount: (position: PositionRecord) => number): number =>
    money(positions.reduce((total, position) => total + amount(position), 0));
  const cash = money(portfolio.cash);
  const long = sum(({ market_value: value }) => Math.max(0, value));
  const short = sum(({ market_value: value }) => Math.min(0, value));
  return {
    id: accountId(account),
    account_type: account.accountType,
    currency: account.exchange.currency,
    cash,
    reserved_cash: money(broker.account.reservedCash),
    equity: exact ? money(account.run.simulation.equity) : money(cash + long + short),
    buying_power: money(broker.account.buyingPower),
    long_market_value: long,
    short_market_value: short,
    initial_margin: money(broker.account.initialMargin),
    maintenance_margin: money(broker.account.maintenanceMargin),
    realized_pnl: money(portfolio.positions.reduce((total, { realizedNet }) => total + realizedNet, 0)),
    unrealized_pnl: sum(({ unrealized_pnl: gain }) => gain),
    commission_paid: money(portfolio.commissionPaid),
    status: "active",
    created_at: formatInstant(account.createdAt),
    timestamp: formatInstant(now),
  };
}
