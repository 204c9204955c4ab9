import type { ReplayClock } from "../../../schemas/replay.ts";
import type { Sessions } from "../../../schemas/sessions.ts";
import type { StepKind } from "../../../schemas/steps.ts";
import { button, element } from "../../report/element.ts";
import { Refusal } from "../api/api.ts";
import { setReplay } from "../api/load.ts";
import { instantOf, minuteText, secondText } from "../data/zone-text.ts";
import { askFirst } from "./ask-first.ts";
import type { Place } from "./place.ts";

/** Market seconds in a second that can be chosen, and how they are called. */
const SPEEDS: readonly (readonly [speed: number | "max", name: string])[] = [
  [1, "1×"],
  [10, "10×"],
  [60, "60×"],
  [300, "300×"],
  [1000, "1,000×"],
  [3600, "3,600×"],
  [20_000, "20,000×"],
  ["max", "Full speed"],
];

const STEPS: readonly (readonly [step: StepKind, text: string, title: string])[] = [
  ["bar", "Bar", "On to the close of the next bar (→)"],
  ["minute", "Minute", "On by a minute (Shift →)"],
  ["session", "Session", "On to the close of the session"],
];

/** So many moves may wait for the one that is under way. */
const MOST_WAITING = 3;

const BACKWARDS =
  "Going back restarts the replay from there: orders, fills and positions of every account in it are deleted.";

/** What moves the clock; hidden where the key may not move it. */
export interface ReplayBar {
  readonly element: HTMLElement;
  toggle(): void;
  step(by: StepKind): void;
}

export function replayBar(place: Place): ReplayBar {
  const { api, desk, feed } = place;
  let last = Promise.resolve();
  let waiting = 0;

  /** One after the other, as they were asked for; a key that is held down asks for more than can be done. */
  const inTurn = (work: () => Promise<void>) => {
    if (!desk.may("replay:main") || desk.replay.value === undefined || waiting >= MOST_WAITING) return;
    waiting++;
    last = last.then(work).finally(() => waiting--);
  };
  /** Asks the server to move, and shows what became of it. */
  const move = async (path: string, body: object = {}) => {
    const epoch = desk.replay.value?.epoch;
    try {
      const clock = await api.post<ReplayClock>(`/_replay/${path}`, body);
      setReplay(desk, clock);
      if (clock.epoch === epoch) feed.refresh();
      else await feed.restart();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      desk.say(error.message, "bad");
    }
  };
  const play = async () => {
    // A session that was started to stand still has no speed to go on with.
    if (desk.replay.value?.speed === 0) await move("speed", { speed: 1 });
    if (desk.replay.value?.state !== "running") await move("resume");
  };
  const toggle = () => inTurn(() => (desk.replay.value?.state === "running" ? move("pause") : play()));
  /** A market that runs is stopped before it is moved by hand. */
  const stand = async () => {
    if (desk.replay.value?.state === "running") await move("pause");
  };
  const step = (by: StepKind) => inTurn(() => stand().then(() => move("advance", { by })));
  const seek = async (time: number) => {
    if (time >= desk.now || (await askFirst(BACKWARDS, "Go back"))) {
      inTurn(() => move("seek", { to: new Date(time).toISOString() }));
    }
  };

  const playButton = button("", toggle, { class: "play" });
  const speed = element("select", { "aria-label": "Speed" });
  const other = element("option", { hidden: true });
  speed.append(other, ...SPEEDS.map(([value, name]) => element("option", { value }, name)));
  speed.addEventListener("change", () => {
    const value = SPEEDS[speed.selectedIndex - 1]?.[0];
    if (value !== undefined) inTurn(() => move("speed", { speed: value }));
  });
  const steps = STEPS.map(([by, text, title]) => button(text, () => step(by), { title }));
  const timeline = sessionTimeline(place, (time) => void seek(time));

  const bar = element(
    "section",
    { class: "replay", "aria-label": "Replay" },
    playButton,
    speed,
    element(
      "div",
      { class: "steps", role: "group", "aria-label": "Step on by" },
      element("span", {}, "Step"),
      ...steps,
    ),
    timeline,
    goTo(place, seek),
  );
  desk.replay.show((clock) => {
    bar.hidden = !desk.may("replay:main") || clock === undefined;
    const running = clock?.state === "running";
    playButton.textContent = running ? "❚❚ Pause" : "▶ Play";
    playButton.setAttribute("aria-pressed", String(running));
    playButton.disabled = clock?.state === "completed";
    // A session that was started to stand still goes on at the speed of the world.
    const shown = clock?.speed === 0 ? 1 : clock?.speed;
    other.textContent = `${shown}×`;
    speed.selectedIndex = SPEEDS.findIndex(([value]) => value === shown) + 1;
  });
  return { element: bar, toggle, step };
}

/** Goes to a date and minute at the exchange. */
function goTo({ desk }: Place, seek: (time: number) => Promise<void>): HTMLElement {
  const field = element("input", { type: "datetime-local", "aria-label": "Date and time at the exchange" });
  const form = element("form", { class: "go-to" }, field, element("button", {}, "Go to"));
  let written = false;
  const show = () => {
    if (written || document.activeElement === field || Number.isNaN(desk.now)) return;
    field.value = minuteText(desk.now, desk.zone.value).replace(" ", "T");
  };
  desk.clock.show(show);
  desk.zone.show(show);
  field.addEventListener("input", () => (written = true));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    written = false;
    const time = instantOf(field.value, desk.zone.value);
    if (!Number.isNaN(time)) void seek(time);
  });
  return form;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** A session of the main calendar from end to end, with the clock's place in it; where the thumb is put the market goes. */
function sessionTimeline({ api, desk }: Place, seek: (time: number) => void): HTMLElement {
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
