import type { OrderReason } from "../../broker/order-record.ts";

/** Why an order ended without being filled whole, in words. */
export const REASON_TEXTS: Readonly<Record<Exclude<OrderReason, "" | "requested" | "replaced">, string>> = {
  insufficient_funds: "the account could not pay for it, or not for all of it",
  insufficient_position: "the account did not hold enough, or no longer did",
  quantity_below_lot: "less than one lot was left of it",
  no_price: "no price was known",
  position_closed: "its position was closed",
  session_closed: "the session for which it was given has closed",
  time_passed: "its time has passed",
  not_at_once: "it could not be filled at once",
  auction_over: "it could not be filled in its auction",
  parent_ended: "the order that it was to protect has ended",
  other_leg: "the other half of the pair has filled or ended",
  split: "a split left less than one lot of it",
  margin_call: "equity fell below what the positions require",
  expired_instrument: "the instrument has expired",
  delisted: "the instrument is not listed any more",
  bars_ended: "the instrument has no more bars",
  wrong_side: "an exit or the stop that it is sized by lies on the wrong side of its price",
};
