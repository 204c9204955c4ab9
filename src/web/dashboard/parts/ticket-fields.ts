import {
  ORDER_CLASSES,
  ORDER_KINDS,
  PRICE_NAMES,
  SIDES,
  TIMES_IN_FORCE,
  timesInForce,
} from "../../../schemas/order-codec.ts";
import { element } from "../../report/element.ts";
import { withoutThousands, words } from "../data/order-text.ts";
import { instantOf } from "../data/zone-text.ts";

export type Side = (typeof SIDES)[number];
type OrderType = (typeof ORDER_KINDS)[number];
type TimeInForce = (typeof TIMES_IN_FORCE)[number];

/** The orders that may cut a loss. */
const LOSSES = ["stop", "stop_limit", "trailing_stop"] as const satisfies readonly OrderType[];

/** Number fields with their labels, by their names in the request. */
const NUMBERS = {
  quantity: "Quantity",
  limit_price: "Limit price",
  stop_price: "Stop price",
  trail_amount: "Trail by price",
  trail_percent: "or by percent",
  "take_profit.limit_price": "Take profit at",
  "stop_loss.stop_price": "Stop loss at",
  "stop_loss.limit_price": "Its limit",
  "stop_loss.trail_amount": "Loss trails by price",
  "stop_loss.trail_percent": "or trails by percent",
} as const;
type NumberName = keyof typeof NUMBERS;

/** What the order is as far as it is written. */
interface Draft {
  readonly side: Side;
  /** Its type, or its class where its types are given. */
  readonly type: OrderType | "oco";
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
  const sides = SIDES.map((side) => {
    const input = element("input", { type: "radio", name: "side", value: side, checked: side === "buy" });
    return { side, input, label: element("label", { class: side }, input, side === "buy" ? "Buy" : "Sell") };
  });
  const type = select("type", ORDER_KINDS);
  const time = select("time_in_force", TIMES_IN_FORCE);
  const kind = select("order_class", ORDER_CLASSES);
  const loss = select("stop_loss", LOSSES);
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
  const typePart = labelled("Type", type);
  const lossPart = labelled("Stop loss by", loss);
  const whole = element(
    "div",
    { class: "fields" },
    element("div", { class: "sides", role: "radiogroup", "aria-label": "Side" }, ...sides.map(({ label }) => label)),
    typePart,
    part.quantity,
    part.limit_price,
    part.stop_price,
    part.trail_amount,
    part.trail_percent,
    labelled("Time in force", time),
    expiresPart,
    labelled("Class", kind),
    part["take_profit.limit_price"],
    lossPart,
    part["stop_loss.stop_price"],
    part["stop_loss.limit_price"],
    part["stop_loss.trail_amount"],
    part["stop_loss.trail_percent"],
    element("label", { class: "check" }, extended, "Also outside regular hours"),
    element("label", { class: "check" }, reduce, "Only make a position smaller"),
  );

  const number = (name: NumberName) => {
    const text = withoutThousands(numbers[name].value);
    return part[name].hidden || text === "" ? undefined : Number(text);
  };
  const side = (): Side => (sides[1]!.input.checked ? "sell" : "buy");
  const arrange = () => {
    const isPair = kind.value === "oco";
    const has = (...types: readonly string[]) => !isPair && types.includes(type.value);
    typePart.hidden = isPair;
    part.limit_price.hidden = !has("limit", "stop_limit");
    part.stop_price.hidden = !has("stop", "stop_limit");
    part.trail_amount.hidden = part.trail_percent.hidden = !has("trailing_stop");
    expiresPart.hidden = !timesInForce[time.value as TimeInForce].endsAtTime;
    const simple = kind.value === "simple";
    const cuts = (...types: readonly string[]) => !simple && types.includes(loss.value);
    part["take_profit.limit_price"].hidden = lossPart.hidden = simple;
    part["stop_loss.stop_price"].hidden = !cuts("stop", "stop_limit");
    part["stop_loss.limit_price"].hidden = !cuts("stop_limit");
    part["stop_loss.trail_amount"].hidden = part["stop_loss.trail_percent"].hidden = !cuts("trailing_stop");
  };
  whole.addEventListener("input", arrange);
  arrange();
  return {
    element: whole,
    read: (last) => ({
      side: side(),
      type: kind.value === "oco" ? "oco" : (type.value as OrderType),
      quantity: number("quantity") ?? NaN,
      price: number("limit_price") ?? number("stop_price") ?? last,
    }),
    request(zone) {
      const profit = given({ limit_price: number("take_profit.limit_price") });
      const cut = given(Object.fromEntries(PRICE_NAMES.map((name) => [name, number(`stop_loss.${name}`)])));
      const until = expiresPart.hidden ? NaN : instantOf(expires.value, zone);
      return {
        side: side(),
        // A pair of exits is written as a limit order.
        type: kind.value === "oco" ? "limit" : type.value,
        quantity: number("quantity"),
        ...Object.fromEntries(PRICE_NAMES.map((name) => [name, number(name)])),
        time_in_force: time.value,
        ...(Number.isNaN(until) ? {} : { expires_at: new Date(until).toISOString() }),
        ...(extended.checked && { extended_hours: true }),
        ...(reduce.checked && { reduce_only: true }),
        ...(kind.value !== "simple" && { order_class: kind.value }),
        take_profit: profit,
        stop_loss: cut,
      };
    },
    mark(parameters) {
      for (const field of whole.querySelectorAll<HTMLInputElement>("input, select")) {
        if (parameters.some((each) => concerns(each, field.name))) field.setAttribute("aria-invalid", "true");
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

/** A part of the request, where any of it is written. */
function given<Part extends object>(part: Part): Part | undefined {
  return Object.values(part).every((value) => value === undefined) ? undefined : part;
}

/** What is said of a part of the request is said of each field of that part. */
function concerns(parameter: string, name: string): boolean {
  return name === parameter || name.startsWith(`${parameter}.`);
}

function select(name: string, values: readonly string[]): HTMLSelectElement {
  return element("select", { name }, ...values.map((value) => element("option", { value }, words(value))));
}

function labelled(text: string, field: HTMLElement): HTMLElement {
  return element("label", { class: "field" }, element("span", {}, text), field);
}
