import { element } from "./element.ts";
import { numberText } from "./number-text.ts";

/** Buttons that turn the pages of a long table. */
export interface Pager {
  /** Empty where everything fits on one page. */
  readonly element: HTMLElement;
  /** Back to the first page, without showing it. */
  reset(): void;
}

/** Turns pages of `size` rows and calls `show` with the first row of the page. */
export function pager(length: number, size: number, show: (start: number) => void): Pager {
  let start = 0;
  const place = element("span", { "aria-live": "polite" });
  const before = element("button", { type: "button" }, "Previous");
  const after = element("button", { type: "button" }, "Next");
  const made = element("div", { class: "pager" }, before, place, after);

  function mark(): void {
    const end = Math.min(length, start + size);
    place.textContent = `${numberText(start + 1, 0)} to ${numberText(end, 0)} of ${numberText(length, 0)}`;
    before.disabled = start === 0;
    after.disabled = end === length;
  }
  function turn(by: number): void {
    start += by;
    mark();
    show(start);
    // At either end the button that was pressed is disabled, and would take the focus with it.
    if (by > 0 && after.disabled) before.focus();
    if (by < 0 && before.disabled) after.focus();
  }
  before.addEventListener("click", () => turn(-size));
  after.addEventListener("click", () => turn(size));
  mark();
  made.hidden = length <= size;
  return {
    element: made,
    reset() {
      start = 0;
      mark();
    },
  };
}
