import type { OrderRecord } from "../../../schemas/order.ts";
import { element } from "../../report/element.ts";
import { Refusal } from "../api/api.ts";
import type { Desk } from "../data/desk.ts";
import { words } from "../data/order-text.ts";

/** A button that does something once at a time, and says in the log why it could not. It keeps the focus meanwhile, so it is never disabled. */
export function actionButton(desk: Desk, text: string, label: string, act: () => Promise<void>): HTMLButtonElement {
  const button = element("button", { type: "button", "aria-label": label }, text);
  let acting = false;
  button.addEventListener("click", () => {
    if (acting) return;
    acting = true;
    act()
      .catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error;
        desk.say(`${label}: ${error.message}`, "bad");
      })
      .finally(() => (acting = false));
  });
  return button;
}

/** A number in a table, with the name that it has where there is no heading. */
export function numberCell(text: string, label: string, tone?: string): HTMLTableCellElement {
  return element("td", { class: `number ${tone ?? ""}`.trim(), "data-label": label }, text);
}

/** What a row is about. */
function keyOf({ dataset }: HTMLElement): string | undefined {
  return dataset["order"] ?? dataset["symbol"];
}

/**
 * Shows rows in the place of those that are there. Where one is about the same its buttons stay, so that they can be pressed and keep the focus while prices
 * change; without rows it says that there is nothing. The focus of a row that goes stays with the table: on a button of another row the next key would press that.
 */
export function showRows(
  body: HTMLTableSectionElement,
  none: string,
  columns: readonly string[],
  rows: readonly HTMLTableRowElement[],
): void {
  const empty = () => element("tr", { class: "empty" }, element("td", { colspan: columns.length }, none));
  const before = new Map([...body.rows].map((row) => [keyOf(row), row]));
  const shown = rows.length === 0 ? [empty()] : rows.map((row) => renewed(before.get(keyOf(row)), row));
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

/** The row that was there with the cells of another, but for the last one, which has the buttons. */
function renewed(before: HTMLTableRowElement | undefined, row: HTMLTableRowElement): HTMLTableRowElement {
  if (before === undefined || before === row || before.className !== row.className) return row;
  for (const [i, cell] of [...row.cells].slice(0, -1).entries()) before.cells[i]!.replaceWith(cell);
  return before;
}

export const ORDER_COLUMNS = ["Symbol", "Order", "Quantity", "Prices", "Status", "Since", ""];

/** What an order is, and of what. */
export function namedCells({ symbol, side, type, time_in_force }: OrderRecord): readonly HTMLElement[] {
  return [
    element("th", { scope: "row" }, symbol),
    element("td", { class: side === "buy" ? "gain" : "loss" }, `${side} ${words(type)} ${time_in_force}`),
  ];
}
