import { element } from "./element.ts";
import { numberText } from "./number-text.ts";

/** Buttons for the pages of a long table. */
export interface Pager {
  /** Element with the buttons; hidden if all rows fit on one page. */
  readonly element: HTMLElement;
  /** Returns to the first page, without calling `show`. */
  reset(): void;
}

/** Creates a pager for pages of `size` rows. It calls `show` with the index of a page's first row. */
export function pager(length: number, size: number, show: (start: number) => void): Pager {
  let start = 0;
  const place = element("span", { "aria-live": "polite" });
  const before = element("button", { type: "button" }, "Previous");
  const after = element("button", { type: "button" }, "Next");
  const container = element("div", { class: "pager" }, before, place, after);

  function update(): void {
    const end = Math.min(length, start + size);
    place.textContent = `${numberText(start + 1, 0)} to ${numberText(end, 0)} of ${numberText(length, 0)}`;
    before.disabled = start === 0;
    after.disabled = end === length;
  }
  function turn(by: number): void {
    start += by;
    update();
    show(start);
    // A button that becomes disabled would lose the keyboard focus, so the other button takes it.
    if (by > 0 && after.disabled) before.focus();
    if (by < 0 && before.disabled) after.focus();
  }
  before.addEventListener("click", () => turn(-size));
  after.addEventListener("click", () => turn(size));
  update();
  container.hidden = length <= size;
  return {
    element: container,
    reset() {
      start = 0;
      update();
    },
  };
}
