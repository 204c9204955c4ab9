import type { Sessions } from "../../../schemas/sessions.ts";
import { element } from "../../report/element.ts";
import { Refusal } from "../api/api.ts";
import { minuteText, secondText } from "../data/zone-text.ts";
import type { Place } from "./place.ts";

interface Span {
  readonly from: number;
  readonly to: number;
}

/** A session of the main calendar from end to end, with the clock's place in it; where the thumb is put the market goes. */
export function sessionTimeline({ api, desk }: Place, seek: (time: number) => void): HTMLElement {
  const slider = element("input", { type: "range", step: 60, "aria-label": "Time of the session" });
  const from = element("span");
  const to = element("span");
  let span: Span | undefined;
  let asked = false;
  let held = false;

  const show = () => {
    if (span === undefined || held) return;
    slider.min = String(span.from / 1000);
    slider.max = String(span.to / 1000);
    slider.value = String(desk.now / 1000);
    const zone = desk.zone.value;
    const ends = [minuteText(span.from, zone), minuteText(span.to, zone)] as const;
    // Dates are told where the market waits for a session of another day.
    const start = ends[0].slice(0, 10) === ends[1].slice(0, 10) ? 11 : 5;
    from.textContent = ends[0].slice(start);
    to.textContent = ends[1].slice(start);
    slider.setAttribute("aria-valuetext", minuteText(desk.now, zone));
  };
  const ask = async () => {
    asked = true;
    try {
      const { sessions } = await api.get<Sessions>("/v2/market-data/calendar");
      const now = desk.now;
      const session = sessions.find(({ close }) => Date.parse(close) >= now) ?? sessions[0];
      if (session !== undefined) {
        span = { from: Math.min(now, Date.parse(session.open)), to: Math.max(now, Date.parse(session.close)) };
      }
      show();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    } finally {
      asked = false;
    }
  };
  desk.clock.show(() => {
    if (desk.replay.value === undefined || Number.isNaN(desk.now)) return;
    if (!asked && (span === undefined || desk.now < span.from || desk.now > span.to)) void ask();
    show();
  });
  desk.zone.show(show);
  slider.addEventListener("input", () => {
    held = true;
    from.textContent = secondText(Number(slider.value) * 1000, desk.zone.value).slice(0, 5);
  });
  slider.addEventListener("change", () => {
    held = false;
    seek(Number(slider.value) * 1000);
    show();
  });
  return element("div", { class: "timeline" }, from, slider, to);
}
