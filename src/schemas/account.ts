import { type Static, Type } from "typebox";
import { PERIODS } from "../time/period.ts";
import { closedObject, IntervalName, Literals, Nullable, Timestamp } from "./fields.ts";

const ACCOUNT_TYPES = ["cash", "margin"] as const;

/** The account of an API key. Amounts are in its currency. `equity` is the sum of cash, long_market_value and short_market_value. */
export const Account = Type.Object(
  {
    id: Type.String(),
    account_type: Literals(ACCOUNT_TYPES),
    currency: Type.String({
      description: "Currency of all amounts, which have the number of decimals of this currency.",
    }),
    cash: Type.Number(),
    reserved_cash: Type.Number({
      description:
        "Largest amount of cash that open buy orders can spend, commission included. Their price is the limit or stop price, or else the last price.",
    }),
    equity: Type.Number(),
    buying_power: Type.Number({
      description:
        "Amount available for further buys. It includes the proceeds of open market orders to sell, but not of other open sells.",
    }),
    long_market_value: Type.Number(),
    short_market_value: Type.Number({ description: "Value of short positions, which is 0 or negative." }),
    initial_margin: Type.Number(),
    maintenance_margin: Type.Number(),
    realized_pnl: Type.Number({ description: "Profit of quantities that were closed, after commissions." }),
    unrealized_pnl: Type.Number({ description: "Profit of open positions at their last prices, before commissions." }),
    commission_paid: Type.Number(),
    status: Literals(["active"]),
    created_at: Timestamp,
    timestamp: { ...Timestamp, description: "Time of the response." },
  },
  { title: "Account" },
);
export type Account = Static<typeof Account>;

export const AccountReset = closedObject({
  cash: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      maximum: 1e13,
      description: "Starting cash. If left out, it stays unchanged.",
    }),
  ),
  account_type: Type.Optional(
    Literals(ACCOUNT_TYPES, { description: "Type of the account. If left out, it stays unchanged." }),
  ),
});
export type AccountReset = Static<typeof AccountReset>;

/** A position in one instrument, valued at the instrument's last price. */
export const PositionRecord = Type.Object(
  {
    symbol: Type.String(),
    asset_class: Type.String(),
    direction: Literals(["long", "short"]),
    quantity: Type.Number({ description: "Number of units, which is above 0 for a short position too." }),
    average_price: Type.Number({ description: "Mean price at which the position was entered." }),
    market_price: Type.Number(),
    market_value: Type.Number({
      description: "Value of the position at the last price; negative for short positions.",
    }),
    cost_basis: Type.Number({
      description: "Cost of the position. For a short position, its proceeds as a negative number.",
    }),
    unrealized_pnl: Type.Number({ description: "market_value less cost_basis." }),
    unrealized_pnl_percent: Type.Number({ description: "unrealized_pnl in percent of the position's cost." }),
    realized_pnl: Type.Number({
      description: "Profit of quantities of the instrument closed so far, after commissions.",
    }),
    opened_at: Timestamp,
    timestamp: { ...Timestamp, description: "Time of the response." },
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
    gross_exposure: Type.Number({ description: "Sum of the absolute values of all positions." }),
    net_exposure: Type.Number({ description: "Value of long positions minus the absolute value of short positions." }),
    day_change: Type.Number({
      description:
        "Change of equity since the last close before the current day, which starts with the hours before the open.",
    }),
    day_change_percent: Type.Number(),
    timestamp: { ...Timestamp, description: "Time of the response." },
  },
  { title: "Portfolio" },
);
export type Portfolio = Static<typeof Portfolio>;

export const PortfolioHistoryQuery = closedObject({
  period: Literals(PERIODS, { default: "1mo" }),
  interval: IntervalName({ default: "1d" }),
});
export type PortfolioHistoryQuery = Static<typeof PortfolioHistoryQuery>;

/** Equity of an account over time: the last value of each interval, and the current value. */
export const PortfolioHistory = Type.Object({
  period: Type.String(),
  interval: Type.String(),
  base_value: Type.Number({ description: "Equity at the start of the period." }),
  data: Type.Array(
    Type.Object({
      timestamp: { ...Timestamp, description: "Time at which the equity was recorded." },
      equity: Type.Number(),
      cash: Type.Number(),
      profit_loss: Type.Number({ description: "Equity minus base_value." }),
      profit_loss_percent: Nullable(Type.Number()),
    }),
  ),
  timestamp: { ...Timestamp, description: "Time of the response." },
});
export type PortfolioHistory = Static<typeof PortfolioHistory>;
