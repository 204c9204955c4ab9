import type { ErrorText } from "../primitives/error-table.ts";
import type { OrderReason } from "./order-record.ts";

/**
 * Meaning of each reason for a rejected, canceled or expired order. `docs/reference/errors.md` and `hindcast explain
 * REASON` show these texts.
 */
export const ORDER_REASON_TEXTS: Readonly<Record<Exclude<OrderReason, "">, ErrorText>> = {
  insufficient_funds: {
    meaning:
      "The order costs more than the account can pay, commission included. A cash account computes the cost from the limit or stop price, or else from the last price, and counts only cash that no other order reserves. In a margin account, equity must cover the initial margin.",
    whatToDo:
      "Use a smaller size or more cash. If an order is canceled for this reason at its fill, it has bought what cash could pay for.",
  },
  insufficient_position: {
    meaning: "A cash account would sell more than it holds, or a reduce-only order has no position to reduce.",
    whatToDo:
      "Sell at most what the account holds, or use a margin account to sell short. If an order is canceled for this reason at its fill, it has sold what the account held.",
  },
  quantity_below_lot: {
    meaning: "The size rounds down to less than the instrument's lot.",
    whatToDo: "Use a larger size, or a smaller lot (`--lot`).",
  },
  no_price: {
    meaning: "The instrument has no price yet, so the order cannot be sized.",
    whatToDo: "Wait for the first bar of the instrument.",
  },
  requested: {
    meaning: "The strategy or the client canceled the order.",
    whatToDo: "Nothing: the order ended as requested.",
  },
  position_closed: {
    meaning:
      "Another order closed the position that this exit belongs to. Or this order was a partly filled entry when its exit closed the position.",
    whatToDo: "Nothing: the order is no longer needed.",
  },
  session_closed: {
    meaning: "A `day` order did not fill in its session.",
    whatToDo: "Use `gtc` to keep orders open (`orderLife`, `--order-life`).",
  },
  time_passed: {
    meaning: "A `gtd` order did not fill before its expiry time (`expiresAt`).",
    whatToDo: "Set a later expiry time.",
  },
  not_at_once: {
    meaning:
      "An `ioc` or `fok` order could not fill in full at the first price after it reached the market. An `ioc` order may have filled in part.",
    whatToDo: "Use `day` or `gtc` to let the unfilled quantity wait.",
  },
  auction_over: {
    meaning: "An `opg` order did not fill in the opening auction, or a `cls` order in the closing auction.",
    whatToDo: "Nothing: the unfilled quantity was canceled, as these times in force require.",
  },
  parent_ended: {
    meaning: "The entry that the exit belongs to was rejected, canceled or expired.",
    whatToDo: "See the reason of the entry order.",
  },
  other_leg: {
    meaning: "The other exit of the pair filled or ended.",
    whatToDo: "Nothing: only one exit of a pair can fill.",
  },
  replaced: {
    meaning:
      "Another order replaced this one. If this order is a rejected replacement, the order to be replaced had already ended.",
    whatToDo: "See the order that replaced it.",
  },
  split: {
    meaning: "After a split of the instrument, the order's quantity is less than a lot.",
    whatToDo: "Submit the order again, with a quantity and prices after the split.",
  },
  wrong_side: {
    meaning:
      "The stop-loss or the take-profit is on the wrong side of the expected fill price. For a buy the stop-loss must be below it and the take-profit above it; for a sell the other way round. The same applies to the `stopPrice` of an order sized by `risk`.",
    whatToDo:
      'Check both prices against the expected fill price, or see the setting `exitSides`. With `sizeAt: "at-fill"`, an order sized by `risk` is canceled if it would fill at a price beyond its `stopPrice`.',
  },
  expired_instrument: {
    meaning: "The option has expired.",
    whatToDo: "Close positions and cancel orders before expiration, or choose a later expiration.",
  },
  delisted: {
    meaning: "The recorded data declare the instrument as delisted.",
    whatToDo: "Trade the symbol only while it is listed.",
  },
  bars_ended: {
    meaning: "The symbol had no more bars although the run continued, without a declared delisting.",
    whatToDo: "Declare the delisting (`hindcast import --delisted`), or see the setting `barsEnd`.",
  },
  not_traded: {
    meaning: "The symbol has the role `data`: strategies read it, and no order for it is accepted.",
    whatToDo: "Trade another symbol, or give the symbol the role `trade` (leave it out of `--data-only`).",
  },
  margin_call: {
    meaning:
      "A margin call closed the position that the order would reduce. Or this order was to replace the order of a margin call, which cannot be changed.",
    whatToDo: "Keep equity above the maintenance margin: use smaller sizes or more cash.",
  },
};
