import { element } from "../../report/element.ts";
import type { Api } from "../api/api.ts";
import type { Feed } from "../api/feed.ts";
import type { DashboardStore } from "../data/dashboard-store.ts";

/** Objects that all parts of the dashboard share. */
export interface PageContext {
  readonly api: Api;
  readonly store: DashboardStore;
  readonly feed: Feed;
}

/** Creates a section of the dashboard with a heading. */
export function panel(name: string, title: string, ...children: readonly (Node | string)[]): HTMLElement {
  const id = `panel-${name}`;
  const heading = element("h2", { id }, title);
  return element("section", { class: `panel ${name}`, "aria-labelledby": id }, heading, ...children);
}
