import type { OrderRecord } from "../../../schemas/order.ts";
import { button, element } from "../../report/element.ts";
import { isOpen, pricesText, quantityText, words } from "../data/order-text.ts";
import { minuteText } from "../data/zone-text.ts";
import { actionButton, orderCells, numberCell, ORDER_COLUMNS, showRows } from "./book-cells.ts";
import { changeRow } from "./change-row.ts";
import type { PageContext } from "./page-context.ts";

/** Rows of the open orders, one of which the user may be editing. */
export interface OrderRows {
  readonly element: HTMLElement;
  /** Opens the fields that change the first order. */
  change(): void;
}

export function orderRows(context: PageContext): OrderRows {
  const { store } = context;
  const body = element("tbody");
  /** The order that the user is changing, and its row, which stays as it is while other rows are updated. */
  let changed: { readonly id: string; readonly row: HTMLTableRowElement } | undefined;

  const show = () => {
    const open = store.orders.value.filter(isOpen);
    if (!open.some(({ id }) => id === changed?.id)) changed = undefined;
    const rows = open.map((each) =>
      each.id === changed?.id ? changed.row : orderRow(context, each, () => begin(each.id)),
    );
    showRows(body, "No open orders.", ORDER_COLUMNS, rows);
  };
  const focus = (id: string) => {
    const row = body.querySelector<HTMLElement>(`tr[data-order="${id}"]`);
    (row ?? body).querySelector<HTMLElement>("button")?.focus();
  };
  const begin = (id: string) => {
    const order = store.orders.value.find((each) => each.id === id);
    if (order === undefined) return;
    const form = changeRow(context, order, (now) => {
      changed = undefined;
      show();
      focus(now);
    });
    // Only one order can be changed at a time: unsent changes of another order are discarded.
    changed = { id, row: form.row };
    show();
    form.focus();
  };
  store.orders.show(show);
  store.zone.show(show);
  return {
    element: body,
    change() {
      const first = body.querySelector<HTMLElement>("input, button.change");
      first?.scrollIntoView({ block: "nearest" });
      if (first instanceof HTMLButtonElement) first.click();
      else first?.focus();
    },
  };
}

function orderRow({ api, store, feed }: PageContext, order: OrderRecord, change: () => void): HTMLTableRowElement {
  const { id, symbol, side, quantity, filled_quantity, status, created_at } = order;
  const name = `${side} ${symbol}`;
  const begin = button("Change", change, { class: "change", "aria-label": `Change ${name}` });
  const cancel = actionButton(store, "Cancel", `Cancel ${name}`, async () => {
    store.addOrders([await api.delete<OrderRecord>(`/v2/trading/orders/${encodeURIComponent(id)}`)]);
    feed.refreshTrading();
  });
  const filled = filled_quantity === 0 ? "" : `${quantityText(filled_quantity)} of `;
  return element(
    "tr",
    { "data-order": id },
    ...orderCells(order),
    numberCell(filled + quantityText(quantity), "Quantity"),
    numberCell(pricesText(order, store.decimalsOf(symbol)) || "–", "Prices"),
    numberCell(words(status), "Status"),
    numberCell(minuteText(Date.parse(created_at), store.zone.value).slice(5), "Since"),
    element("td", { class: "number" }, begin, " ", cancel),
  );
}
