import type { OrderRecord } from "../../../schemas/order.ts";
import { element } from "../../report/element.ts";
import { RequestError } from "../api/api.ts";
import type { DashboardStore } from "../data/dashboard-store.ts";
import { words } from "../data/order-text.ts";

/** Creates a button that runs one action at a time and logs its errors. The button is never disabled, so that it keeps the focus. */
export function actionButton(
  store: DashboardStore,
  text: string,
  label: string,
  act: () => Promise<void>,
): HTMLButtonElement {
  const button = element("button", { type: "button", "aria-label": label }, text);
  let isRunning = false;
  button.addEventListener("click", () => {
    if (isRunning) return;
    isRunning = true;
    act()
      .catch((error: unknown) => {
        if (!(error instanceof RequestError)) throw error;
        store.addLogEntry(`${label}: ${error.message}`, "bad");
      })
      .finally(() => (isRunning = false));
  });
  return button;
}

/** Creates a cell with a number. Its label is shown on narrow screens, where tables have no headings. */
export function numberCell(text: string, label: string, tone?: string): HTMLTableCellElement {
  return element("td", { class: `number ${tone ?? ""}`.trim(), "data-label": label }, text);
}

/** Returns what identifies a row of a table: the id of its order, or its symbol. */
function rowKey({ dataset }: HTMLElement): string | undefined {
  return dataset["order"] ?? dataset["symbol"];
}

/**
 * Replaces the rows of a table. Rows with the same key keep their buttons, so that these can be pressed and keep the focus while prices
 * change. Without rows, a text is shown.
 *
 * The focus of a removed row moves to the table: on another row's button, the next key press would trigger it.
 */
export function showRows(
  body: HTMLTableSectionElement,
  none: string,
  columns: readonly string[],
  rows: readonly HTMLTableRowElement[],
): void {
  const empty = () => element("tr", { class: "empty" }, element("td", { colspan: columns.length }, none));
  const before = new Map([...body.rows].map((row) => [rowKey(row), row]));
  const shown = rows.length === 0 ? [empty()] : rows.map((row) => updateRow(before.get(rowKey(row)), row));
  for (const row of before.values()) {
    if (shown.includes(row)) continue;
    if (row.contains(document.activeElement)) body.closest<HTMLElement>("[tabindex]")?.focus({ preventScroll: true });
    row.remove();
  }
  let next = body.firstElementChild;
  for (const row of shown) {
    if (row === next) next = next.nextElementSibling;
    else body.insertBefore(row, next);
  }
}

/** Updates the cells of an existing row, except the last one, which contains its buttons. */
function updateRow(before: HTMLTableRowElement | undefined, row: HTMLTableRowElement): HTMLTableRowElement {
  if (before === undefined || before === row || before.className !== row.className) return row;
  for (const [i, cell] of [...row.cells].slice(0, -1).entries()) before.cells[i]!.replaceWith(cell);
  return before;
}

export const ORDER_COLUMNS = ["Symbol", "Order", "Quantity", "Prices", "Status", "Since", ""];

/** Cells for the symbol, side, type and time in force of an order. */
export function orderCells({ symbol, side, type, time_in_force }: OrderRecord): readonly HTMLElement[] {
  return [
    element("th", { scope: "row" }, symbol),
    element("td", { class: side === "buy" ? "gain" : "loss" }, `${side} ${words(type)} ${time_in_force}`),
  ];
}
