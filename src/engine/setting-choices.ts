import { sizers } from "../broker/sizers/catalog.ts";
import { conventions } from "./conventions/catalog.ts";
import type { RunSettings } from "./run-settings.ts";

/** What each closed choice may be. */
export const SETTING_CHOICES: Partial<Record<keyof RunSettings, readonly string[]>> = {
  conventions: ["hindcast", ...Object.keys(conventions)],
  account: ["cash", "margin", "cash-flow", "free-margin", "buying-power", "unchecked"],
  admission: ["reducing-first", "as-submitted"],
  sizing: Object.keys(sizers),
  orderLife: ["day", "gtc"],
  closing: ["cancels", "reduces", "plain"],
  bookAt: ["price-event", "bar-close"],
  restingSee: ["bar", "close", "traded-close"],
  fillsBy: ["order", "trade"],
  slippageReach: ["unbounded", "bar"],
  limitSlippage: ["none", "slips", "waits", "to-limit", "by-model"],
  tickRounding: ["fills", "orders", "none"],
  ruin: ["goes-on", "ends"],
  marginCalls: ["in-bar", "at-close"],
  hours: ["regular", "extended"],
  graphPrices: ["splits", "splits-and-dividends"],
  dividends: ["pay", "ignore"],
  fillAt: ["next-open", "next-close", "same-close"],
  sizeAt: ["at-submission", "at-fill"],
  shortCash: ["reduce", "reject", "allow-negative"],
  limitFill: ["touch", "trade-through"],
  stopGap: ["at-open", "at-stop"],
  stopLimitFill: ["proven", "at-stop", "turned", "by-close"],
  trailFollows: ["extremes", "closes"],
  trailFill: ["at-stop", "worse-close"],
  intrabar: ["queue", "as-given", "pessimistic", "optimistic", "ohlc", "olhc", "nearest-extreme", "drill-down", "band"],
  atEnd: ["mark", "finalize", "finalize-at-open"],
  barsEnd: ["hold", "settle"],
  entryBarExits: ["same-bar", "next-bar", "proven"],
  exitSides: ["expected-price", "own-price", "unchecked"],
  exits: ["reduce-only", "plain"],
  moneyRounding: ["currency", "none"],
};
