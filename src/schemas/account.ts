import { type Static, Type } from "typebox";
import { INTERVALS } from "../time/interval.ts";
import { PERIODS } from "../time/period.ts";
import { closedObject, Literals, Nullable, Timestamp } from "./fields.ts";

const ACCOUNT_TYPES = ["cash", "margin"] as const;

/** The account of a key. Money is in its currency; `equity` is cash, long_market_value and short_market_value together. */
export const Account = Type.Object(
  {
    id: Type.String(),
    account_type: Literals(ACCOUNT_TYPES),
    currency: Type.String({ description: "Of all its money, which is shown in the decimals of this currency." }),
    cash: Type.Number(),
    reserved_cash: Type.Number({
      description:
        "Cash that open buys take at most, commission included: at their limit or stop price, else at the last price.",
    }),
    equity: Type.Number(),
    buying_power: Type.Number({
      description:
        "Money that may be spent on further buys. It counts open market sells, but no sell that rests at its price.",
    }),
    long_market_value: Type.Number(),
    short_market_value: Type.Number({ description: "Of what is sold short; never above 0." }),
    initial_margin: Type.Number(),
    maintenance_margin: Type.Number(),
    realized_pnl: Type.Number({ description: "Profit of what was closed, commissions included." }),
    unrealized_pnl: Type.Number({ description: "Profit of what is held, at last prices, before commissions." }),
    commission_paid: Type.Number(),
    status: Literals(["active"]),
    created_at: Timestamp,
    timestamp: { ...Timestamp, description: "The moment of the answer." },
  },
  { title: "Account" },
);
export type Account = Static<typeof Account>;

export const AccountReset = closedObject({
  cash: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      maximum: 1e13,
      description: "Starting cash; unchanged when left out.",
    }),
  ),
  account_type: Type.Optional(Literals(ACCOUNT_TYPES, { description: "Unchanged when left out." })),
});
export type AccountReset = Static<typeof AccountReset>;

/** What is held of one instrument, at its last price. */
export const PositionRecord = Type.Object(
  {
    symbol: Type.String(),
    asset_class: Type.String(),
    direction: Literals(["long", "short"]),
    quantity: Type.Number({ description: "Units; never below 0." }),
    average_price: Type.Number({ description: "Mean price of entry." }),
    market_price: Type.Number(),
    market_value: Type.Number({ description: "Below 0 for what is sold short." }),
    cost_basis: Type.Number({ description: "What it cost; below 0, what it brought, for what is sold short." }),
    unrealized_pnl: Type.Number({ description: "market_value less cost_basis." }),
    unrealized_pnl_percent: Type.Number({ description: "Of the cost, percent points." }),
    realized_pnl: Type.Number({ description: "Of what was closed of the instrument before, commissions included." }),
    opened_at: Timestamp,
    timestamp: { ...Timestamp, description: "The moment of the answer." },
  },
  { title: "Position" },
);
export type PositionRecord = Static<typeof PositionRecord>;

export const PositionList = Type.Object({ positions: Type.Array(PositionRecord, { description: "By symbol." }) });
export type PositionList = Static<typeof PositionList>;

export const Portfolio = Type.Object(
  {
    account: Account,
    positions: Type.Array(PositionRecord, { description: "By symbol." }),
    gross_exposure: Type.Number({ description: "Worth of all positions, long and short alike." }),
    net_exposure: Type.Number({ description: "Worth of what is long less that of what is short." }),
    day_change: Type.Number({
      description:
        "Change of equity since the close before the current day, which begins with the hours before the open.",
    }),
    day_change_percent: Type.Number(),
    timestamp: { ...Timestamp, description: "The moment of the answer." },
  },
  { title: "Portfolio" },
);
export type Portfolio = Static<typeof Portfolio>;

export const PortfolioHistoryQuery = closedObject({
  period: Literals(PERIODS, { default: "1mo" }),
  interval: Literals(INTERVALS, { default: "1d" }),
});
export type PortfolioHistoryQuery = Static<typeof PortfolioHistoryQuery>;

/** Equity in the course of time, the last record of each interval, and as it is now. */
export const PortfolioHistory = Type.Object({
  period: Type.String(),
  interval: Type.String(),
  base_value: Type.Number({ description: "Equity where the period begins." }),
  data: Type.Array(
    Type.Object({
      timestamp: { ...Timestamp, description: "When it was recorded." },
      equity: Type.Number(),
      cash: Type.Number(),
      profit_loss: Type.Number({ description: "Against base_value." }),
      profit_loss_percent: Nullable(Type.Number()),
    }),
  ),
  timestamp: { ...Timestamp, description: "The moment of the answer." },
});
export type PortfolioHistory = Static<typeof PortfolioHistory>;
