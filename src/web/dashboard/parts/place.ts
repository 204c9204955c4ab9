import { element } from "../../report/element.ts";
import type { Api } from "../api/api.ts";
import type { Feed } from "../api/feed.ts";
import type { Desk } from "../data/desk.ts";

/** What the parts of the page work with. */
export interface Place {
  readonly api: Api;
  readonly desk: Desk;
  readonly feed: Feed;
}

/** A part of the page under a heading of its own. */
export function panel(name: string, title: string, ...children: readonly (Node | string)[]): HTMLElement {
  const id = `panel-${name}`;
  const heading = element("h2", { id }, title);
  return element("section", { class: `panel ${name}`, "aria-labelledby": id }, heading, ...children);
}
