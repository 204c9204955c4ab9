import type { BookPanel } from "./book-panel.ts";
import type { OrderTicket } from "./order-ticket.ts";
import type { ReplayBar } from "./replay-bar.ts";
import type { Watchlist } from "./watchlist.ts";

interface ShortcutTargets {
  readonly replay: ReplayBar;
  readonly watch: Watchlist;
  readonly ticket: OrderTicket;
  readonly book: BookPanel;
  readonly help: HTMLDialogElement;
}

/** Adds the keyboard shortcuts of the dashboard, which do nothing while the user types into a field. */
export function shortcuts({ replay, watch, ticket, book, help }: ShortcutTargets): void {
  const keys: Readonly<Record<string, () => void>> = {
    " ": () => replay.toggle(),
    ArrowRight: () => replay.step("bar"),
    "shift ArrowRight": () => replay.step("minute"),
    "/": () => watch.search(),
    j: () => watch.move(1),
    k: () => watch.move(-1),
    b: () => ticket.open("buy"),
    s: () => ticket.open("sell"),
    e: () => book.change(),
    "?": () => help.showModal(),
  };
  document.addEventListener("keydown", (event) => {
    const { key, shiftKey, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]") !== null) return;
    if (target instanceof HTMLElement && handlesKey(target, key)) {
      if (key === "Escape") target.blur();
      return;
    }
    const action = keys[shiftKey && key.startsWith("Arrow") ? `shift ${key}` : key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  });
}

/** Whether the focused element handles a key itself, as a text field does. */
function handlesKey(target: HTMLElement, key: string): boolean {
  const pressed = target.closest("input:is([type=checkbox], [type=radio], [type=range])") !== null;
  if (!pressed && target.closest("input, select, textarea, dialog") !== null) return true;
  return pressed ? key === " " || key.startsWith("Arrow") : key === " " && target.closest("button, a") !== null;
}
