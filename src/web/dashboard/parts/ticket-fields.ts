import type { OrderRequest } from "../../../schemas/order-request.ts";
import { element } from "../../report/element.ts";
import { words } from "../data/order-text.ts";
import { instantOf } from "../data/zone-text.ts";

export type Side = OrderRequest["side"];
type OrderType = OrderRequest["type"];

const TYPES: readonly OrderType[] = ["market", "limit", "stop", "stop_limit", "trailing_stop"];
const TIMES = ["day", "gtc", "gtd", "ioc", "fok", "opg", "cls"] as const;
const CLASSES = ["simple", "bracket", "oto", "oco"] as const;

/** Number fields with their labels, by their names in the request. */
const NUMBERS = {
  quantity: "Quantity",
  limit_price: "Limit price",
  stop_price: "Stop price",
  trail_amount: "Trail by price",
  trail_percent: "or by percent",
  take_profit: "Take profit at",
  stop_loss: "Stop loss at",
  stop_loss_limit: "its limit (optional)",
} as const;
type NumberName = keyof typeof NUMBERS;

/** What the order is as far as it is written. */
interface Draft {
  readonly side: Side;
  readonly type: OrderType;
  /** NaN while there is none. */
  readonly quantity: number;
  /** At which it would fill, as far as one can tell. */
  readonly price: number;
}

/** The fields of an order: those alone are shown that its type and class have. */
export interface TicketFields {
  readonly element: HTMLElement;
  read(last: number): Draft;
  /** What is sent; the server says what is wrong with it. */
  request(zone: string): object;
  /** Marks the fields that the server found wrong. */
  mark(parameters: readonly string[]): void;
  clear(): void;
  open(side: Side): void;
}

export function ticketFields(): TicketFields {
  const sides = (["buy", "sell"] as const).map((side) => {
    const input = element("input", { type: "radio", name: "side", value: side, checked: side === "buy" });
    return { side, input, label: element("label", { class: side }, input, side === "buy" ? "Buy" : "Sell") };
  });
  const type = select("type", TYPES);
  const time = select("time_in_force", TIMES);
  const kind = select("order_class", CLASSES);
  const numbers = Object.fromEntries(
    Object.keys(NUMBERS).map((name) => [name, element("input", { name, inputmode: "decimal", autocomplete: "off" })]),
  ) as Record<NumberName, HTMLInputElement>;
  numbers.quantity.value = "10";
  const expires = element("input", { name: "expires_at", type: "datetime-local" });
  const extended = element("input", { name: "extended_hours", type: "checkbox" });
  const reduce = element("input", { name: "reduce_only", type: "checkbox" });

  const part = Object.fromEntries(
    Object.entries(NUMBERS).map(([name, text]) => [name, labelled(text, numbers[name as NumberName])]),
  ) as Record<NumberName, HTMLElement>;
  const expiresPart = labelled("Expires at", expires);
  const whole = element(
    "div",
    { class: "fields" },
    element("div", { class: "sides", role: "radiogroup", "aria-label": "Side" }, ...sides.map(({ label }) => label)),
    labelled("Type", type),
    part.quantity,
    part.limit_price,
    part.stop_price,
    part.trail_amount,
    part.trail_percent,
    labelled("Time in force", time),
    expiresPart,
    labelled("Class", kind),
    part.take_profit,
    part.stop_loss,
    part.stop_loss_limit,
    element("label", { class: "check" }, extended, "Also outside regular hours"),
    element("label", { class: "check" }, reduce, "Only make a position smaller"),
  );

  const number = (name: NumberName) => {
    const text = numbers[name].value.trim().replaceAll(",", "");
    return part[name].hidden || text === "" ? undefined : Number(text);
  };
  const side = (): Side => (sides[1]!.input.checked ? "sell" : "buy");
  const arrange = () => {
    const has = (...types: readonly string[]) => types.includes(type.value);
    part.limit_price.hidden = !has("limit", "stop_limit") || kind.value === "oco";
    part.stop_price.hidden = !has("stop", "stop_limit") || kind.value === "oco";
    part.trail_amount.hidden = part.trail_percent.hidden = !has("trailing_stop");
    expiresPart.hidden = time.value !== "gtd";
    const simple = kind.value === "simple";
    part.take_profit.hidden = part.stop_loss.hidden = part.stop_loss_limit.hidden = simple;
  };
  whole.addEventListener("input", arrange);
  arrange();
  return {
    element: whole,
    read: (last) => ({
      side: side(),
      type: type.value as OrderType,
      quantity: number("quantity") ?? NaN,
      price: number("limit_price") ?? number("stop_price") ?? last,
    }),
    request(zone) {
      const profit = number("take_profit");
      const loss = number("stop_loss");
      const limit = number("stop_loss_limit");
      const until = expiresPart.hidden ? NaN : instantOf(expires.value, zone);
      return {
        side: side(),
        // A pair of exits is written as a limit order.
        type: kind.value === "oco" ? "limit" : type.value,
        quantity: number("quantity"),
        limit_price: number("limit_price"),
        stop_price: number("stop_price"),
        trail_amount: number("trail_amount"),
        trail_percent: number("trail_percent"),
        time_in_force: time.value,
        ...(Number.isNaN(until) ? {} : { expires_at: new Date(until).toISOString() }),
        ...(extended.checked && { extended_hours: true }),
        ...(reduce.checked && { reduce_only: true }),
        ...(kind.value !== "simple" && { order_class: kind.value }),
        ...(profit !== undefined && { take_profit: { limit_price: profit } }),
        ...(loss !== undefined && { stop_loss: { stop_price: loss, limit_price: limit } }),
      };
    },
    mark(parameters) {
      for (const field of whole.querySelectorAll<HTMLInputElement>("input, select")) {
        const names = field.name === "stop_loss_limit" ? "stop_loss" : field.name;
        if (parameters.some((each) => each.split(/[./]/).includes(names))) field.setAttribute("aria-invalid", "true");
      }
    },
    clear() {
      for (const field of whole.querySelectorAll("[aria-invalid]")) field.removeAttribute("aria-invalid");
    },
    open(wanted) {
      for (const { side: each, input } of sides) input.checked = each === wanted;
      numbers.quantity.focus();
      numbers.quantity.select();
    },
  };
}

function select(name: string, values: readonly string[]): HTMLSelectElement {
  return element("select", { name }, ...values.map((value) => element("option", { value }, words(value))));
}

function labelled(text: string, field: HTMLElement): HTMLElement {
  return element("label", { class: "field" }, element("span", {}, text), field);
}
