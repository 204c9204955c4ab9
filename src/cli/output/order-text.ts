import type { FillExplanation, OrderExplanation } from "../../engine/explain-order.ts";
import { formatMoney, formatPrice, formatQuantity, formatTime } from "../../report/format.ts";
import { priceDecimals } from "../../report/price-decimals.ts";
import type { Ink } from "../../report/terminal/ink.ts";
import { isDailyOrLonger, type Interval } from "../../time/interval.ts";
import { wrappedTable } from "./wrapped-table.ts";

/** How times and money are told, and how wide the text may be. */
interface TextOptions {
  readonly interval: string;
  readonly zone: string;
  readonly currencyDecimals: number;
  readonly width: number | undefined;
}

const PLACES: Readonly<Record<FillExplanation["at"], string>> = {
  open: "at the open of the bar",
  bar: "inside the bar",
  close: "at the close of the bar",
};

/** A resting order that the open had passed already; booked with the rest of the bar. */
const BEYOND = "at the open, which lay beyond its price, of the bar";

/** An order, what happened to it, and of each fill the bar, the rule and the money. */
export function orderText({ order, events, fills }: OrderExplanation, options: TextOptions, pen: Ink): string {
  const { interval, zone, currencyDecimals, width } = options;
  // Orders live by moments, also where bars are days.
  const at = (time: number) => `${formatTime(time, "1m", zone)}${zone === "UTC" ? " UTC" : ""}`;
  const bars = fills.flatMap(({ bar, basePrice }) => [bar.open, bar.high, bar.low, bar.close, basePrice]);
  const decimals = Math.max(2, priceDecimals([bars]));
  const price = (value: number) => formatPrice(value, decimals);
  const money = (value: number) => formatMoney(value, currencyDecimals);
  const prices = [
    ["stop", order.stopPrice],
    ["limit", order.limitPrice],
  ].flatMap(([name, value]) => (typeof value === "number" ? [`${name} ${price(value)}`] : []));
  const trails = typeof (order.trailAmount ?? order.trailPercent) === "number" ? ["trailing"] : [];
  const terms = prices.length === 0 ? [order.type] : [...trails, ...prices];
  const words = [order.side, formatQuantity(order.quantity), order.symbol, ...terms];
  const ended = `${order.status.replace("_", " ")}${order.reason === "" ? "" : `: ${order.reason}`}`;
  const table = (rows: string[][]) => wrappedTable([{ heading: "" }, { heading: "", wraps: true }], rows, width);
  const steps = events.map(({ time, event, reason }) => [at(time), `${event}${reason === "" ? "" : `, ${reason}`}`]);
  return [
    pen.strong(`order ${order.id}: ${words.join(" ")}, ${order.timeInForce}`),
    ...(order.parentId > 0 ? [`exit of order ${order.parentId}`] : []),
    ended,
    "",
    ...table(steps),
    ...fills.flatMap((fill) => [
      "",
      ...table(
        fillRows(
          fill,
          { price, money, at },
          isDailyOrLonger(interval as Interval) ? fill.bar.date : formatTime(fill.bar.time, interval, zone),
        ),
      ),
    ]),
  ].join("\n");
}

function fillRows(
  { fill, bar, at, rule, basePrice, slippage, cashBefore, cashAfter }: FillExplanation,
  { price, money, at: time }: Readonly<Record<"price" | "money" | "at", (value: number) => string>>,
  barTime: string,
): string[][] {
  const unsure = fill.ambiguous ? "; the bar reached orders on both sides, and cannot tell which was first" : "";
  return [
    ["filled", `${formatQuantity(fill.quantity)} at ${price(fill.price)}, ${time(fill.time)}`],
    ["where", `${at === "bar" && basePrice === bar.open ? BEYOND : PLACES[at]} of ${barTime}${unsure}`],
    ["rule", rule],
    ["bar", `open ${price(bar.open)}, high ${price(bar.high)}, low ${price(bar.low)}, close ${price(bar.close)}`],
    ["price", `${price(basePrice)} before slippage of ${price(slippage)}`],
    ["commission", money(fill.commission)],
    ["cash", `${money(cashBefore)} before, ${money(cashAfter)} after`],
  ];
}
