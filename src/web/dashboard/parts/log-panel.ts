import { element, scroller } from "../../report/element.ts";
import type { LogEntry } from "../data/desk.ts";
import { dateText, secondText } from "../data/zone-text.ts";
import { panel, type Place } from "./place.ts";

/** So many entries are on the page. */
const SHOWN = 100;

const TONES: Readonly<Record<LogEntry["tone"], string>> = { plain: "", good: "gain", bad: "loss" };

/** An entry on the page. */
interface Shown {
  readonly entry: LogEntry;
  readonly item: HTMLElement;
  readonly when: HTMLElement;
}

/** What happened, the newest first. What stands there stays as it is: whoever has the page read out is told what is new, and nothing twice. */
export function logPanel({ desk }: Place): HTMLElement {
  const empty = element("li", { class: "empty" }, "Nothing yet.");
  const list = element("ol", { class: "entries", "aria-live": "polite", "aria-relevant": "additions" }, empty);
  let shown: readonly Shown[] = [];
  const show = () => {
    const zone = desk.zone.value;
    const today = Number.isNaN(desk.now) ? "" : dateText(desk.now, zone);
    const before = new Map(shown.map((each) => [each.entry, each]));
    shown = desk.log.value.slice(0, SHOWN).map((entry) => before.get(entry) ?? newItem(entry));
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
  desk.log.show(show);
  desk.zone.show(show);
  return panel("log", "Log", scroller("Log", list));
}

function newItem(entry: LogEntry): Shown {
  const when = element("time");
  return { entry, when, item: element("li", { class: TONES[entry.tone] }, when, " ", element("span", {}, entry.text)) };
}
