import { element } from "../../report/element.ts";
import type { LogEntry } from "../data/log-entry.ts";
import { dateText, secondText } from "../data/zone-text.ts";
import { panel } from "./panel.ts";
import type { Place } from "./place.ts";
import { scroller } from "./watchlist.ts";

/** So many entries are on the page. */
const SHOWN = 100;

const TONES: Readonly<Record<LogEntry["tone"], string>> = { plain: "", good: "gain", bad: "loss" };

/** What happened, the newest first. */
export function logPanel({ desk }: Place): HTMLElement {
  const list = element("ol", { class: "entries" });
  const show = () => {
    const zone = desk.zone.value;
    const today = Number.isNaN(desk.now) ? "" : dateText(desk.now, zone);
    const entries = desk.log.value.slice(0, SHOWN).map(({ time, tone, text }) => {
      const date = dateText(time, zone);
      const when = element("time", {}, (date === today ? "" : `${date.slice(5)} `) + secondText(time, zone));
      return element("li", { class: TONES[tone] }, when, " ", element("span", {}, text));
    });
    list.replaceChildren(...(entries.length === 0 ? [element("li", { class: "empty" }, "Nothing yet.")] : entries));
  };
  desk.log.show(show);
  desk.zone.show(show);
  list.setAttribute("aria-live", "polite");
  return panel("log", "Log", scroller("Log", list));
}
