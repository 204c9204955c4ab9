import { element } from "../../report/element.ts";

/** A part of the page under a heading of its own. */
export function panel(name: string, title: string, ...children: readonly (Node | string)[]): HTMLElement {
  const id = `panel-${name}`;
  const heading = element("h2", { id }, title);
  return element("section", { class: `panel ${name}`, "aria-labelledby": id }, heading, ...children);
}
