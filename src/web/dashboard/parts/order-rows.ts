import type { OrderRecord } from "../../../schemas/order.ts";
import { button, element } from "../../report/element.ts";
import { isOpen, pricesText, quantityText, words } from "../data/order-text.ts";
import { minuteText } from "../data/zone-text.ts";
import { actionButton, namedCells, numberCell, ORDER_COLUMNS, showRows } from "./book-cells.ts";
import { changeRow } from "./change-row.ts";
import type { Place } from "./place.ts";

/** The open orders, one of which may be about to be changed. */
export interface OrderRows {
  readonly element: HTMLElement;
  /** Begins to change the first one. */
  change(): void;
}

export function orderRows(place: Place): OrderRows {
  const { desk } = place;
  const body = element("tbody");
  /** The row that is being changed stays as it is while others come and go: somebody writes in it. */
  let changed: { readonly id: string; readonly row: HTMLTableRowElement } | undefined;

  const show = () => {
    const open = desk.orders.value.filter(isOpen);
    if (!open.some(({ id }) => id === changed?.id)) changed = undefined;
    const rows = open.map((each) =>
      each.id === changed?.id ? changed.row : orderRow(place, each, () => begin(each.id)),
    );
    showRows(body, "No order is open.", ORDER_COLUMNS, rows);
  };
  const focus = (id: string) => {
    const row = body.querySelector<HTMLElement>(`tr[data-order="${id}"]`);
    (row ?? body).querySelector<HTMLElement>("button")?.focus();
  };
  const begin = (id: string) => {
    const order = desk.orders.value.find((each) => each.id === id);
    if (order === undefined) return;
    const form = changeRow(place, order, (now) => {
      changed = undefined;
      show();
      focus(now);
    });
    // What was being written in another row is left as it was.
    changed = { id, row: form.row };
    show();
    form.focus();
  };
  desk.orders.show(show);
  desk.zone.show(show);
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

function orderRow({ api, desk, feed }: Place, order: OrderRecord, change: () => void): HTMLTableRowElement {
  const { id, symbol, side, quantity, filled_quantity, status, created_at } = order;
  const name = `${side} ${symbol}`;
  const begin = button("Change", change, { class: "change", "aria-label": `Change ${name}` });
  const cancel = actionButton(desk, "Cancel", `Cancel ${name}`, async () => {
    desk.addOrders([await api.delete<OrderRecord>(`/v2/trading/orders/${encodeURIComponent(id)}`)]);
    feed.refreshTrading();
  });
  const filled = filled_quantity === 0 ? "" : `${quantityText(filled_quantity)} of `;
  return element(
    "tr",
    { "data-order": id },
    ...namedCells(order),
    numberCell(filled + quantityText(quantity), "Quantity"),
    numberCell(pricesText(order, desk.decimalsOf(symbol)) || "–", "Prices"),
    numberCell(words(status), "Status"),
    numberCell(minuteText(Date.parse(created_at), desk.zone.value).slice(5), "Since"),
    element("td", { class: "number" }, begin, " ", cancel),
  );
}
