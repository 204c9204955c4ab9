/** Numbers of the order statuses. 0 to 3 are live orders, and 2 and 3 working ones. */
export const STATUS = {
  accepted: 0,
  held: 1,
  new: 2,
  partially_filled: 3,
  filled: 4,
  canceled: 5,
  expired: 6,
  rejected: 7,
  replaced: 8,
} as const;

/** Numbers of the order events. */
export const EVENT = {
  accepted: 0,
  new: 1,
  partial_fill: 2,
  fill: 3,
  canceled: 4,
  expired: 5,
  rejected: 6,
  triggered: 7,
  replaced: 8,
  adjusted: 9,
} as const;

/** Numbers of the reasons for which an order is rejected or ends. */
export const REASON = {
  "": 0,
  insufficient_funds: 1,
  insufficient_position: 2,
  quantity_below_lot: 3,
  no_price: 4,
  requested: 5,
  position_closed: 6,
  session_closed: 7,
  time_passed: 8,
  not_at_once: 9,
  auction_over: 10,
  parent_ended: 11,
  other_leg: 12,
  replaced: 13,
  split: 14,
  margin_call: 15,
  expired_instrument: 16,
  wrong_side: 17,
  delisted: 18,
  bars_ended: 19,
  not_traded: 20,
} as const;

export type StatusCode = (typeof STATUS)[keyof typeof STATUS];
export type EventCode = (typeof EVENT)[keyof typeof EVENT];
export type ReasonCode = (typeof REASON)[keyof typeof REASON];

export const STATUS_NAMES = Object.keys(STATUS) as readonly (keyof typeof STATUS)[];
export const EVENT_NAMES = Object.keys(EVENT) as readonly (keyof typeof EVENT)[];
export const REASON_NAMES = Object.keys(REASON) as readonly (keyof typeof REASON)[];
