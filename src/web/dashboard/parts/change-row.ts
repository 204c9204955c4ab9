import type { OrderRecord } from "../../../schemas/order.ts";
import type { OrderPatch } from "../../../schemas/order-request.ts";
import { button, element } from "../../report/element.ts";
import { Refusal } from "../api/api.ts";
import { namedCells, ORDER_COLUMNS } from "./book-cells.ts";
import type { Place } from "./place.ts";
import { withoutThousands } from "../data/order-text.ts";

/** What of an order can be changed, and how it is called. */
const PRICES = {
  limit_price: "limit",
  stop_price: "stop",
  trail_amount: "trail",
  trail_percent: "trail %",
} as const;
type Member = "quantity" | keyof typeof PRICES;

/** An order in the table, as fields to write other terms into. */
export interface ChangeRow {
  readonly row: HTMLTableRowElement;
  focus(): void;
}

/** `done` is told the id of the order that stands there now. */
export function changeRow({ api, desk, feed }: Place, order: OrderRecord, done: (id: string) => void): ChangeRow {
  const { id, side, symbol } = order;
  const name = `${side} ${symbol}`;
  const form = element("form", { id: `change-${id}`, novalidate: true });
  const field = (member: Member, label: string) => {
    const attributes = { name: member, form: form.id, inputmode: "decimal", autocomplete: "off" };
    const input = element("input", { ...attributes, "aria-label": `${label} of ${name}` });
    input.value = String(order[member]);
    return input;
  };
  const quantity = field("quantity", "Quantity");
  // The stop of a trailing order follows the price; its distance is what can be changed.
  const members = (Object.keys(PRICES) as (keyof typeof PRICES)[]).filter(
    (member) => order[member] !== null && !(member === "stop_price" && order.type === "trailing_stop"),
  );
  const prices = members.map((member) => field(member, PRICES[member]));
  const trouble = element("p", { class: "trouble", role: "alert" });
  const save = element("button", { class: "primary", form: form.id, "aria-label": `Save ${name}` }, "Save");
  const leave = button("Leave", () => done(id), { "aria-label": `Leave ${name} as it is` });
  form.append(save, " ", leave);

  const send = async () => {
    trouble.textContent = "";
    const fields = [quantity, ...prices];
    for (const one of fields) one.removeAttribute("aria-invalid");
    const patch = patchOf(order, fields);
    if (Object.keys(patch).length === 0) {
      done(id);
      return;
    }
    try {
      const placed = await api.patch<OrderRecord>(`/v2/trading/orders/${encodeURIComponent(id)}`, patch);
      // The one whose place it takes has ended; the news of that may be on their way.
      desk.addOrders([{ ...order, status: "replaced", updated_at: placed.updated_at }, placed]);
      feed.refreshTrading();
      done(placed.id);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      trouble.textContent = error.message;
      const wrong = new Set(error.details.errors?.map(({ parameter }) => parameter));
      for (const one of fields) if (wrong.has(one.name)) one.setAttribute("aria-invalid", "true");
    }
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    save.disabled = true;
    void send().finally(() => (save.disabled = false));
  });
  const labelled = members.map((member, i) => element("label", {}, `${PRICES[member]} `, prices[i]!));
  const row = element(
    "tr",
    { "data-order": id, class: "changing" },
    ...namedCells(order),
    element("td", { class: "number", "data-label": "Quantity" }, quantity),
    element(
      "td",
      { class: "number terms", "data-label": "Prices", colspan: ORDER_COLUMNS.length - 4 },
      ...labelled,
      trouble,
    ),
    element("td", { class: "number" }, form),
  );
  row.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    done(id);
  });
  return {
    row,
    focus() {
      const [first = quantity] = prices;
      first.focus();
      first.select();
    },
  };
}

/** What was written other than it was; what is no number is for the server to refuse. */
function patchOf(order: OrderRecord, fields: readonly HTMLInputElement[]): OrderPatch {
  const patch: Record<string, number | string> = {};
  for (const { name, value } of fields) {
    const text = withoutThousands(value);
    const written = text === "" || Number.isNaN(Number(text)) ? text : Number(text);
    if (written !== order[name as Member]) patch[name] = written;
  }
  return patch as OrderPatch;
}
