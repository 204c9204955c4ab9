import type { ErrorText } from "../primitives/error-table.ts";
import type { OrderReason } from "./order-record.ts";

/** What each reason of a rejected, canceled or expired order means. `docs/reference/errors.md` and `hindcast explain REASON` show these rows. */
export const ORDER_REASON_TEXTS: Readonly<Record<Exclude<OrderReason, "">, ErrorText>> = {
  insufficient_funds: {
    meaning:
      "The order costs more than the account can pay, commission included. A cash account counts its limit or stop price, or else the last price, and cash that other orders do not reserve. In a margin account equity must cover the initial margin.",
    whatToDo:
      "Use a smaller size, or more cash. At a fill, the order bought what cash paid for and the rest was canceled.",
  },
  insufficient_position: {
    meaning: "A cash account would sell more than it holds, or a reduce-only order has no position to reduce.",
    whatToDo:
      "Sell at most what the account holds, or use a margin account to sell short. At a fill, the rest was canceled.",
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
    whatToDo: "Nothing is wrong.",
  },
  position_closed: {
    meaning:
      "The position that the exit belongs to was closed by another order. Or an exit closed the position while its entry was still filling.",
    whatToDo: "Nothing is wrong: the order was canceled.",
  },
  session_closed: {
    meaning: "A day order did not fill in its session.",
    whatToDo: "Use `gtc` to keep orders open (`orderLife`, `--order-life`).",
  },
  time_passed: {
    meaning: "A gtd order did not fill before its time.",
    whatToDo: "Use a later time.",
  },
  not_at_once: {
    meaning:
      "An ioc or fok order could not fill in full at the first price after it reached the market. An ioc order may have filled in part.",
    whatToDo: "Use `day` or `gtc` to let the rest wait.",
  },
  auction_over: {
    meaning: "An opg or cls order did not fill at the open or the close that it was for.",
    whatToDo: "Nothing is wrong: the rest was canceled.",
  },
  parent_ended: {
    meaning: "The entry that the exit belongs to was rejected, canceled or expired.",
    whatToDo: "Look at the reason of the entry.",
  },
  other_leg: {
    meaning: "The other exit of the pair filled or ended.",
    whatToDo: "Nothing is wrong: only one exit of a pair can fill.",
  },
  replaced: {
    meaning: "Another order replaced this one. A rejected replacement came too late: the order had ended.",
    whatToDo: "Look at the order that replaced it.",
  },
  split: {
    meaning: "After a split of the instrument less than a lot is left of the order.",
    whatToDo: "Submit the order again, by the new prices.",
  },
  wrong_side: {
    meaning:
      "The stop-loss or the take-profit is on the wrong side of the expected fill price. For a buy the stop-loss must be below it and the take-profit above it; for a sell the other way round. The same holds for the stop of a size by `risk`.",
    whatToDo:
      'Check both prices against the expected fill price, or see the setting `exitSides`. With `sizeAt: "at-fill"` an order by `risk` is canceled at a price beyond its stop.',
  },
  expired_instrument: {
    meaning: "The option has expired.",
    whatToDo: "Close positions and orders before expiration, or choose a later one.",
  },
  delisted: {
    meaning: "The instrument was delisted, as its recording says.",
    whatToDo: "Trade the symbol only while it is listed.",
  },
  bars_ended: {
    meaning: "The data of the symbol ended before the run, without a declared delisting.",
    whatToDo: "Declare the delisting (`hindcast import --delisted`), or see the setting `barsEnd`.",
  },
  margin_call: {
    meaning:
      "A margin call closed the position that the order would reduce. Or the order was meant to replace the margin call, which cannot be changed.",
    whatToDo: "Keep equity above the maintenance margin: use smaller sizes or more cash.",
  },
};
