import { element, scroller } from "../../report/element.ts";
import type { LogEntry } from "../data/dashboard-store.ts";
import { dateText, secondText } from "../data/zone-text.ts";
import { panel, type PageContext } from "./page-context.ts";

/** Maximum number of log entries on the page. */
const MAX_ENTRIES = 100;

const TONES: Readonly<Record<LogEntry["tone"], string>> = { plain: "", good: "gain", bad: "loss" };

/** A log entry that is on the page. */
interface ShownEntry {
  readonly entry: LogEntry;
  readonly item: HTMLElement;
  readonly when: HTMLElement;
}

/** The panel with the log, newest entry first. Existing entries stay on the page, so that screen readers announce only new ones. */
export function logPanel({ store }: PageContext): HTMLElement {
  const empty = element("li", { class: "empty" }, "Nothing yet.");
  const list = element("ol", { class: "entries", "aria-live": "polite", "aria-relevant": "additions" }, empty);
  let shown: readonly ShownEntry[] = [];
  const show = () => {
    const zone = store.zone.value;
    const today = Number.isNaN(store.now) ? "" : dateText(store.now, zone);
    const before = new Map(shown.map((each) => [each.entry, each]));
    shown = store.log.value.slice(0, MAX_ENTRIES).map((entry) => before.get(entry) ?? newItem(entry));
    for (const { entry, when } of shown) {
      const date = dateText(entry.time, zone);
      const text = (date === today ? "" : `${date.slice(5)} `) + secondText(entry.time, zone);
      if (when.textContent !== text) when.textContent = text;
    }
    const fresh = shown.filter(({ entry }) => !before.has(entry));
    list.prepend(...fresh.map(({ item }) => item));
    const kept = new Set(shown.map(({ entry }) => entry));
    for (const { entry, item } of before.values()) if (!kept.has(entry)) item.remove();
    if (shown.length > 0) empty.remove();
  };
  store.log.show(show);
  store.zone.show(show);
  return panel("log", "Log", scroller("Log", list));
}

function newItem(entry: LogEntry): ShownEntry {
  const when = element("time");
  return { entry, when, item: element("li", { class: TONES[entry.tone] }, when, " ", element("span", {}, entry.text)) };
}
