import type { RunSettings } from "../engine/run-settings.ts";
import { formatFraction } from "../metrics/format.ts";
import { modelText } from "./labelled.ts";
import type { SettingText } from "./setting-text.ts";

/** Texts of the settings that control orders and fills. */
export const FILL_SETTING_TEXTS = {
  fillAt: {
    help: ["when", "price at which market orders fill"],
    common: true,
    label: "Market orders fill at",
    meaning: {
      "next-open": "A market order that is submitted at a close fills at the next price: the open of the next bar.",
      "next-close": "A market order that is submitted at a close fills at the close of the next bar.",
      "same-close": "A market order fills at the close at which it is submitted, which is impossible in a real market.",
    },
  },
  sizeAt: {
    help: ["when", "when an order size, such as a share of equity, is converted to a quantity"],
    label: "Order size computed",
    meaning: {
      "at-submission": "A size becomes a quantity at the last price when the order is submitted, including commission.",
      "at-fill": "A size becomes a quantity at the price of the fill, including commission.",
    },
  },
  sizing: {
    help: [
      "how",
      "how an order for a share of equity is converted to a quantity; custom:NAME calls a function that the strategy's file exports",
    ],
    hints: {
      affordable: "the share pays value and commission",
      "net-of-commission": "the share is of equity less commission",
      value: "the share pays the value; commission is paid in addition",
      "near-value": "like value, but an almost whole lot is rounded up",
    },
    label: "Position sizing",
    meaning: {
      affordable: "The largest quantity whose value plus commission is at most the share.",
      "net-of-commission":
        "A quantity whose value is at most the share of the equity that remains after its commission.",
      value: "The largest quantity whose value is at most the share; commission is paid in addition.",
      "near-value": "Like value, but a quantity within 0.0001 lots of a whole lot is rounded to that lot.",
    },
  },
  cashBuffer: {
    help: ["share", "share of equity that orders sized by a percentage leave unused"],
    label: "Cash buffer",
    meaning: "Share of equity that orders sized by a percentage leave unused.",
    text: (value) => formatFraction(value),
  },
  orderLife: {
    help: ["time", "time in force of orders that do not set one"],
    label: "Default time in force",
    meaning: {
      day: "Orders expire at the end of their session.",
      gtc: "Orders stay open until canceled.",
    },
  },
  exclusiveOrders: {
    help: ["boolean", "whether a new order first cancels the symbol's orders and closes its position"],
    label: "Exclusive orders",
    meaning: "A new order first cancels the symbol's orders and closes its position.",
    text: (value) => (value ? "yes" : "no"),
  },
  closing: {
    help: ["how", "what close() does with the symbol's open orders"],
    hints: {
      cancels: "cancels those that reduce the position",
      reduces: "keeps them; the closing order never reverses the position",
      plain: "keeps them; an ordinary market order closes the position",
    },
    label: "close() with open orders",
    meaning: {
      cancels: "Cancels open orders that would reduce the position, then closes it.",
      reduces: "Keeps open orders. The new order closes the position and never reverses it.",
      plain: "Keeps open orders. The new order is an ordinary market order for the quantity held.",
    },
  },
  bookAt: {
    help: ["when", "when a fill changes cash and position"],
    hints: { "price-event": "when it happens", "bar-close": "when its bar closes" },
    label: "Fills are booked",
    meaning: {
      "price-event": "Fills are booked when they happen.",
      "bar-close": "Fills are booked when their bar closes, even fills at the open, at which the close is unknown.",
    },
  },
  restingSee: {
    help: ["part", "prices of a bar at which resting orders (limits and stops) can fill"],
    hints: {
      bar: "all prices",
      close: "only the close",
      "traded-close": "only the close, limited by the bar's volume",
    },
    label: "Resting orders fill in",
    meaning: {
      bar: "Resting orders can fill at all prices of a bar.",
      close: "Resting orders can fill only at the close of a bar.",
      "traded-close": "Resting orders can fill only at the close of a bar, and only as much as its volume allows.",
    },
  },
  fillsBy: {
    help: ["unit", "number of fills of an order that reverses a position"],
    hints: { order: "one", trade: "one for each trade that it closes or opens" },
    label: "Reversing orders fill",
    meaning: {
      order: "An order that reverses a position fills once.",
      trade:
        "An order that reverses a position fills once for each trade that it closes, and once for the trade that it opens. Only the last fill has slippage.",
    },
  },
  limitSlippage: {
    help: ["how", "slippage of limit orders"],
    hints: {
      slips: "even beyond the limit",
      waits: "no fill while slippage would cross the limit",
      "to-limit": "fills at the limit at worst",
      "by-model": "waits with the model volume-share, slips with others",
    },
    label: "Slippage of limit orders",
    meaning: {
      none: "Limit orders have no slippage.",
      slips: "Limit orders have slippage like other orders, even beyond the limit.",
      waits: "Limit orders have slippage, but do not fill while slippage would move the price beyond the limit.",
      "to-limit": "Limit orders have slippage, but fill at the limit at worst.",
      "by-model":
        "Like waits with the slippage model volume-share. Like slips with other models: once a close has reached the limit, the order fills at any later close.",
    },
  },
  slippageReach: {
    help: ["how", "how far slippage may move a price"],
    hints: { unbounded: "as far as the slippage model says", bar: "at most to the bar's high or low" },
    label: "Slippage reach",
    meaning: {
      unbounded: "Slippage moves prices as far as the slippage model says.",
      bar: "Slippage moves prices at most to the high or low of the bar.",
    },
  },
  tickRounding: {
    help: ["prices", "prices that are rounded to the instrument's ticks"],
    hints: { fills: "prices of fills", orders: "limits and stops" },
    label: "Rounded to ticks",
    meaning: {
      fills: "Prices of fills are rounded after slippage, to the next tick that is not better for the trader.",
      orders: "Limits and stops are rounded to the next tick that is better for the trader. Without ticks, to cents.",
      none: "Prices are not rounded.",
    },
  },
  ruin: {
    help: ["how", "what happens when equity falls to zero or below"],
    hints: { "goes-on": "the run continues", ends: "positions are closed, debt is forgiven" },
    label: "On ruin",
    meaning: { "goes-on": "The run continues.", ends: "All positions are closed, and debt is written off." },
  },
  marginCalls: {
    help: ["when", "when a margin account without enough equity is liquidated"],
    hints: { "in-bar": "within the bar", "at-close": "at the next price after a close" },
    label: "Margin calls",
    meaning: {
      "in-bar":
        "A margin account is liquidated within a bar, at the price at which equity falls to the maintenance margin.",
      "at-close": "The equity of a margin account is checked at the close of a bar. Liquidation is at the next price.",
    },
  },
  shortCash: {
    help: ["how", "what happens to an order that at its fill costs more than the account can pay"],
    hints: {
      reduce: "fills what cash pays for",
      reject: "is canceled",
      "allow-negative": "fills; cash goes below zero",
    },
    label: "Short of cash at the fill",
    meaning: {
      reduce: "The order fills the quantity that cash pays for; the rest is canceled.",
      reject: "The order is canceled.",
      "allow-negative": "The order fills and cash goes below zero.",
    },
  },
  fills: {
    help: [
      "part",
      "functions that fill orders in place of the built-in rules: custom:NAME, where NAME is an export of the strategy's file",
    ],
    unset: "built-in rules",
    label: "Custom fill rules",
    meaning: "Functions in the strategy's file that fill the order types that they name.",
    text: (value) => (value === undefined ? "none" : modelText(value)),
  },
  limitFill: {
    help: ["price", "price that a bar must reach to fill a limit order"],
    hints: { touch: "the limit", "trade-through": "a price beyond the limit" },
    label: "Limit orders fill on",
    meaning: {
      touch: "A limit order fills when a bar reaches the limit. If a bar opens beyond the limit, it fills at the open.",
      "trade-through": "A limit order fills at the limit when a bar trades beyond it, or at an open beyond it.",
    },
  },
  stopGap: {
    help: ["price", "price at which a stop order fills when the bar opens beyond the stop"],
    label: "Stops after a gap fill",
    meaning: {
      "at-open": "A stop order fills at an open beyond the stop, which is a worse price than the stop.",
      "at-stop": "A stop order fills at the stop even if the bar opens beyond it, a price that was not available.",
    },
  },
  stopLimitFill: {
    help: ["rule", "rule by which a stop-limit order fills in the bar that reaches its stop"],
    hints: {
      proven: "only if the bar's prices prove a fill",
      "at-stop": "at the stop, if the limit lies beyond the stop",
      turned: "like proven, but a close proves a fill only if the bar moved against the order",
      "by-close": "if the bar closes better than the limit",
    },
    label: "Stop-limit orders fill",
    meaning: {
      proven:
        "In the bar that reaches the stop, if its prices prove a fill within the limit; otherwise later, as a limit order.",
      "at-stop": "At the stop, even after a gap, if the limit lies beyond the stop; otherwise later, as a limit order.",
      turned:
        "Like proven, but a close within the limit counts only if the bar fell (for a buy) or rose (for a sell) from open to close.",
      "by-close":
        "When a bar closes better than the limit: a buy at the lower of limit and high, a sell at the higher of limit and low.",
    },
  },
  trailFollows: {
    help: ["prices", "prices of a bar that trailing stops follow"],
    hints: { extremes: "high for a long position, low for a short one", closes: "the close" },
    label: "Trailing stops follow",
    meaning: { extremes: "The best price of each completed bar.", closes: "The close of each completed bar." },
  },
  trailFill: {
    help: ["price", "price at which trailing stops fill"],
    hints: { "at-stop": "like stop orders", "worse-close": "at the stop or the close, whichever is worse" },
    label: "Trailing stops fill",
    meaning: {
      "at-stop": "Like other stop orders.",
      "worse-close": "At the stop, or at the close of the bar that reaches it, whichever is worse.",
    },
  },
  intrabar: {
    help: ["rule", "which order fills first when one bar reaches two orders"],
    hints: {
      "as-given": "the one submitted first",
      queue: "the one submitted first, but exits before entries",
      pessimistic: "the one worse for the account",
      optimistic: "the one better for the account",
      ohlc: "the high comes before the low",
      olhc: "the low comes before the high",
      "nearest-extreme": "the high or low nearer to the open comes first",
      "drill-down": "finer bars decide",
      band: "reports the pessimistic and the optimistic result",
    },
    label: "Two orders in one bar",
    meaning: {
      "as-given": "Orders of all symbols fill in the order of submission.",
      queue:
        "Orders fill in the order of submission, but market and stop orders that only close a position fill first.",
      pessimistic: "The order that is worse for the account fills first.",
      optimistic: "The order that is better for the account fills first.",
      ohlc: "The price is assumed to reach the bar's high before its low.",
      olhc: "The price is assumed to reach the bar's low before its high.",
      "nearest-extreme": "The price is assumed to reach the high or low nearer to the open first.",
      "drill-down": "Finer bars decide if they are recorded. If not, the order worse for the account fills first.",
      band: "The order that is worse for the account fills first. The result of the opposite case is reported too.",
    },
  },
  entryBarExits: {
    help: ["when", "when the take-profit and stop-loss of an entry can first fill"],
    hints: {
      "same-bar": "right after the entry",
      "next-bar": "in the next bar",
      proven: "in the same bar if its prices prove the fill",
    },
    label: "Exits in the entry bar",
    meaning: {
      "same-bar": "Exits can fill right after the entry. If the entry filled after the open, only the stop-loss can.",
      "next-bar": "Exits cannot fill before the next bar.",
      proven:
        "Exits can fill after a market order. After a stop order only the take-profit can, if the bar does not reach the stop-loss.",
    },
  },
  admission: {
    help: ["rule", "sequence in which simultaneous orders are accepted"],
    hints: { "reducing-first": "those that reduce positions come first" },
    label: "Simultaneous orders",
    meaning: {
      "reducing-first":
        "Orders that reduce positions are accepted first, then all others by the turnover of their symbols.",
      "as-submitted": "Orders are accepted in the sequence in which they were submitted.",
    },
  },
  exitSides: {
    help: ["price", "price that must lie between take-profit and stop-loss"],
    hints: {
      "expected-price": "expected price of the entry's fill",
      "own-price": "limit or stop of the entry",
      unchecked: "no check",
    },
    label: "Exits must bracket",
    meaning: {
      "expected-price": "The price at which the entry is expected to fill. Other orders are rejected.",
      "own-price": "The limit or stop of the entry, or the last price if it has neither. Other orders are rejected.",
      unchecked: "No price: exits are not checked.",
    },
  },
  exits: {
    help: ["kind", "whether the take-profit and stop-loss of an order can only reduce the position"],
    hints: { plain: "can also open a position" },
    label: "Exits of an order",
    meaning: {
      "reduce-only":
        "Exits become active for the quantity that the entry has filled, and can only reduce the position.",
      plain:
        "Exits are ordinary orders for the entry's whole quantity. They become active when the entry has filled completely, and can open a position.",
    },
  },
  barsEnd: {
    help: ["how", "what happens to a position when its symbol has no more bars although the run continues"],
    hints: {
      hold: "valued at the last price",
      settle: "closed at the last price when 31 days have passed without a bar",
    },
    label: "Symbols whose data end",
    meaning: {
      hold: "Positions stay open and are valued at the last price.",
      settle:
        "Positions are closed at the last price when 31 days have passed without a bar, or at the end of the run.",
    },
  },
  atEnd: {
    help: ["how", "what happens to open positions at the end of the run"],
    hints: {
      mark: "valued at the last price",
      finalize: "closed at the last price",
      "finalize-at-open": "closed at the last bar's open",
    },
    label: "Open positions at the end",
    meaning: {
      mark: "Open positions are valued at the last price, and not counted as closed trades.",
      finalize: "Open positions are closed at the last price, with commission.",
      "finalize-at-open": "Open positions are closed at the open of the last bar, with commission.",
    },
  },
} satisfies { readonly [Name in keyof RunSettings]?: SettingText<RunSettings[Name]> };
