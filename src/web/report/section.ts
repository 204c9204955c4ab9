import { element } from "./element.ts";

/** A part of the page under a heading of its own. */
export function section(title: string, className: string, ...children: (Node | string)[]): HTMLElement {
  const id = `section-${className}`;
  return element(
    "section",
    { class: `section ${className}`, "aria-labelledby": id },
    element("h2", { id }, title),
    ...children,
  );
}
