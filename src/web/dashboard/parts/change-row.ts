import type { OrderRecord } from "../../../schemas/order.ts";
import type { OrderPatch } from "../../../schemas/order-request.ts";
import { button, element } from "../../report/element.ts";
import { RequestError } from "../api/api.ts";
import { orderCells, ORDER_COLUMNS } from "./book-cells.ts";
import type { PageContext } from "./page-context.ts";
import { withoutThousands } from "../data/order-text.ts";

/** Members of an order that a replacement can change, with their labels. */
const PRICES = {
  limit_price: "limit",
  stop_price: "stop",
  trail_amount: "trail",
  trail_percent: "trail %",
} as const;
type Member = "quantity" | keyof typeof PRICES;

/** A row of the table of orders, with fields for changing an order. */
export interface ChangeRow {
  readonly row: HTMLTableRowElement;
  focus(): void;
}

/** Creates the row; `done` receives the id of the order that is open afterwards. */
export function changeRow(
  { api, store, feed }: PageContext,
  order: OrderRecord,
  done: (id: string) => void,
): ChangeRow {
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
  // The stop price of a trailing stop follows the market, so only its distance can be changed.
  const members = (Object.keys(PRICES) as (keyof typeof PRICES)[]).filter(
    (member) => order[member] !== null && !(member === "stop_price" && order.type === "trailing_stop"),
  );
  const prices = members.map((member) => field(member, PRICES[member]));
  const problem = element("p", { class: "trouble", role: "alert" });
  const save = element("button", { class: "primary", form: form.id, "aria-label": `Save ${name}` }, "Save");
  const leave = button("Leave", () => done(id), { "aria-label": `Leave ${name} as it is` });
  form.append(save, " ", leave);

  const send = async () => {
    problem.textContent = "";
    const fields = [quantity, ...prices];
    for (const one of fields) one.removeAttribute("aria-invalid");
    const patch = changedMembers(order, fields);
    if (Object.keys(patch).length === 0) {
      done(id);
      return;
    }
    try {
      const placed = await api.patch<OrderRecord>(`/v2/trading/orders/${encodeURIComponent(id)}`, patch);
      // The old order has ended, but a message about that may arrive later.
      store.addOrders([{ ...order, status: "replaced", updated_at: placed.updated_at }, placed]);
      feed.refreshTrading();
      done(placed.id);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      problem.textContent = error.message;
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
    ...orderCells(order),
    element("td", { class: "number", "data-label": "Quantity" }, quantity),
    element(
      "td",
      { class: "number terms", "data-label": "Prices", colspan: ORDER_COLUMNS.length - 4 },
      ...labelled,
      problem,
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

/** Returns the fields that the user changed. The server refuses invalid numbers. */
function changedMembers(order: OrderRecord, fields: readonly HTMLInputElement[]): OrderPatch {
  const patch: Record<string, number | string> = {};
  for (const { name, value } of fields) {
    const text = withoutThousands(value);
    const written = text === "" || Number.isNaN(Number(text)) ? text : Number(text);
    if (written !== order[name as Member]) patch[name] = written;
  }
  return patch as OrderPatch;
}
