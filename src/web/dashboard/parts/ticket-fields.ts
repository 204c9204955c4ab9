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

/** Order types that a stop-loss may have. */
const STOP_LOSS_TYPES = ["stop", "stop_limit", "trailing_stop"] as const satisfies readonly OrderType[];

/** Labels of the form's number fields, by their names in the request. */
const NUMBER_LABELS = {
  quantity: "Quantity",
  limit_price: "Limit price",
  stop_price: "Stop price",
  trail_amount: "Trail by price",
  trail_percent: "or by percent",
  "take_profit.limit_price": "Take profit at",
  "stop_loss.stop_price": "Stop loss at",
  "stop_loss.limit_price": "Stop loss limit",
  "stop_loss.trail_amount": "Stop loss trails by price",
  "stop_loss.trail_percent": "Stop loss trails by percent",
} as const;
type NumberField = keyof typeof NUMBER_LABELS;

/** The order as the user has entered it so far. */
interface Draft {
  readonly side: Side;
  /** Type of the order, or `oco` for an OCO pair, whose two types are fixed. */
  readonly type: OrderType | "oco";
  /** Quantity of the order; NaN while the field is empty or invalid. */
  readonly quantity: number;
  /** Price at which the order is expected to fill. */
  readonly price: number;
}

/** The fields of the order form. Only those that apply to the chosen type and class are shown. */
export interface TicketFields {
  readonly element: HTMLElement;
  read(last: number): Draft;
  /** Returns the body of the order request, which the server checks. */
  request(zone: string): object;
  /** Marks the fields that the server refused. */
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
  const loss = select("stop_loss", STOP_LOSS_TYPES);
  const numbers = Object.fromEntries(
    Object.keys(NUMBER_LABELS).map((name) => [
      name,
      element("input", { name, inputmode: "decimal", autocomplete: "off" }),
    ]),
  ) as Record<NumberField, HTMLInputElement>;
  numbers.quantity.value = "10";
  const expires = element("input", { name: "expires_at", type: "datetime-local" });
  const extended = element("input", { name: "extended_hours", type: "checkbox" });
  const reduce = element("input", { name: "reduce_only", type: "checkbox" });

  const part = Object.fromEntries(
    Object.entries(NUMBER_LABELS).map(([name, text]) => [name, labelled(text, numbers[name as NumberField])]),
  ) as Record<NumberField, HTMLElement>;
  const expiresPart = labelled("Expires at", expires);
  const typePart = labelled("Type", type);
  const lossPart = labelled("Stop loss by", loss);
  const container = element(
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
    element("label", { class: "check" }, extended, "Extended hours"),
    element("label", { class: "check" }, reduce, "Reduce only"),
  );

  const number = (name: NumberField) => {
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
    const hasStopLoss = (...types: readonly string[]) => !simple && types.includes(loss.value);
    part["take_profit.limit_price"].hidden = lossPart.hidden = simple;
    part["stop_loss.stop_price"].hidden = !hasStopLoss("stop", "stop_limit");
    part["stop_loss.limit_price"].hidden = !hasStopLoss("stop_limit");
    part["stop_loss.trail_amount"].hidden = part["stop_loss.trail_percent"].hidden = !hasStopLoss("trailing_stop");
  };
  container.addEventListener("input", arrange);
  arrange();
  return {
    element: container,
    read: (last) => ({
      side: side(),
      type: kind.value === "oco" ? "oco" : (type.value as OrderType),
      quantity: number("quantity") ?? NaN,
      price: number("limit_price") ?? number("stop_price") ?? last,
    }),
    request(zone) {
      const profit = definedPart({ limit_price: number("take_profit.limit_price") });
      const cut = definedPart(Object.fromEntries(PRICE_NAMES.map((name) => [name, number(`stop_loss.${name}`)])));
      const expiry = expiresPart.hidden ? NaN : instantOf(expires.value, zone);
      return {
        side: side(),
        // The API expects an OCO pair as a limit order with a stop-loss.
        type: kind.value === "oco" ? "limit" : type.value,
        quantity: number("quantity"),
        ...Object.fromEntries(PRICE_NAMES.map((name) => [name, number(name)])),
        time_in_force: time.value,
        ...(Number.isNaN(expiry) ? {} : { expires_at: new Date(expiry).toISOString() }),
        ...(extended.checked && { extended_hours: true }),
        ...(reduce.checked && { reduce_only: true }),
        ...(kind.value !== "simple" && { order_class: kind.value }),
        take_profit: profit,
        stop_loss: cut,
      };
    },
    mark(parameters) {
      for (const field of container.querySelectorAll<HTMLInputElement>("input, select")) {
        if (parameters.some((each) => isAbout(each, field.name))) field.setAttribute("aria-invalid", "true");
      }
    },
    clear() {
      for (const field of container.querySelectorAll("[aria-invalid]")) field.removeAttribute("aria-invalid");
    },
    open(newSide) {
      for (const { side: each, input } of sides) input.checked = each === newSide;
      numbers.quantity.focus();
      numbers.quantity.select();
    },
  };
}

/** Returns a part of the request body; undefined if the part has no members. */
function definedPart<Part extends object>(part: Part): Part | undefined {
  return Object.values(part).every((value) => value === undefined) ? undefined : part;
}

/** Whether an error about a parameter concerns a field: the parameter is the field itself or a member that contains it. */
function isAbout(parameter: string, name: string): boolean {
  return name === parameter || name.startsWith(`${parameter}.`);
}

function select(name: string, values: readonly string[]): HTMLSelectElement {
  return element("select", { name }, ...values.map((value) => element("option", { value }, words(value))));
}

function labelled(text: string, field: HTMLElement): HTMLElement {
  return element("label", { class: "field" }, element("span", {}, text), field);
}
