import type { ReplayClock } from "../../../schemas/replay.ts";
import type { Sessions } from "../../../schemas/sessions.ts";
import type { StepKind } from "../../../schemas/steps.ts";
import { button, element } from "../../report/element.ts";
import { RequestError } from "../api/api.ts";
import { setReplay } from "../api/load.ts";
import { instantOf, minuteText, secondText } from "../data/zone-text.ts";
import { askFirst } from "./ask-first.ts";
import type { PageContext } from "./page-context.ts";

/** Speeds of the market clock in market seconds per second, with their names. */
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
  ["bar", "Bar", "Advance to the close of the next bar (→)"],
  ["minute", "Minute", "Advance by a minute (Shift →)"],
  ["session", "Session", "Advance to the close of the session"],
];

/** Maximum number of commands that wait for an earlier one. */
const MAX_WAITING = 3;

const BACKWARDS_WARNING =
  "Going back restarts the replay from there: orders, fills and positions of every account in it are deleted.";

/** The controls of the market clock, hidden if the key may not move the clock. */
export interface ReplayBar {
  readonly element: HTMLElement;
  toggle(): void;
  step(by: StepKind): void;
}

export function replayBar(context: PageContext): ReplayBar {
  const { api, store, feed } = context;
  let last = Promise.resolve();
  let waiting = 0;

  /** Runs commands one after another. Surplus commands are dropped, as a key held down sends more than the server can execute. */
  const enqueue = (work: () => Promise<void>) => {
    if (!store.hasScope("replay:main") || store.replay.value === undefined || waiting >= MAX_WAITING) return;
    waiting++;
    last = last.then(work).finally(() => waiting--);
  };
  /** Sends a command to the market clock and shows the result. */
  const move = async (path: string, body: object = {}) => {
    const epoch = store.replay.value?.epoch;
    try {
      const clock = await api.post<ReplayClock>(`/_replay/${path}`, body);
      setReplay(store, clock);
      if (clock.epoch === epoch) feed.refresh();
      else await feed.restart();
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      store.addLogEntry(error.message, "bad");
    }
  };
  const play = async () => {
    // A session that was started without a speed needs one before its clock can run.
    if (store.replay.value?.speed === 0) await move("speed", { speed: 1 });
    if (store.replay.value?.state !== "running") await move("resume");
  };
  const toggle = () => enqueue(() => (store.replay.value?.state === "running" ? move("pause") : play()));
  /** Pauses a running clock before the user moves it. */
  const pauseFirst = async () => {
    if (store.replay.value?.state === "running") await move("pause");
  };
  const step = (by: StepKind) => enqueue(() => pauseFirst().then(() => move("advance", { by })));
  const seek = async (time: number) => {
    if (time >= store.now || (await askFirst(BACKWARDS_WARNING, "Go back"))) {
      enqueue(() => move("seek", { to: new Date(time).toISOString() }));
    }
  };

  const playButton = button("", toggle, { class: "play" });
  const speed = element("select", { "aria-label": "Speed" });
  const other = element("option", { hidden: true });
  speed.append(other, ...SPEEDS.map(([value, name]) => element("option", { value }, name)));
  speed.addEventListener("change", () => {
    const value = SPEEDS[speed.selectedIndex - 1]?.[0];
    if (value !== undefined) enqueue(() => move("speed", { speed: value }));
  });
  const steps = STEPS.map(([by, text, title]) => button(text, () => step(by), { title }));
  const timeline = sessionTimeline(context, (time) => void seek(time));

  const bar = element(
    "section",
    { class: "replay", "aria-label": "Replay" },
    playButton,
    speed,
    element(
      "div",
      { class: "steps", role: "group", "aria-label": "Advance by" },
      element("span", {}, "Step"),
      ...steps,
    ),
    timeline,
    goToForm(context, seek),
  );
  store.replay.show((clock) => {
    bar.hidden = !store.hasScope("replay:main") || clock === undefined;
    const running = clock?.state === "running";
    playButton.textContent = running ? "❚❚ Pause" : "▶ Play";
    playButton.setAttribute("aria-pressed", String(running));
    playButton.disabled = clock?.state === "completed";
    // A session that was started without a speed runs in real time once it is resumed.
    const shown = clock?.speed === 0 ? 1 : clock?.speed;
    other.textContent = `${shown}×`;
    speed.selectedIndex = SPEEDS.findIndex(([value]) => value === shown) + 1;
  });
  return { element: bar, toggle, step };
}

/** Form for moving the clock to a date and time in the exchange's time zone. */
function goToForm({ store }: PageContext, seek: (time: number) => Promise<void>): HTMLElement {
  const field = element("input", { type: "datetime-local", "aria-label": "Date and time at the exchange" });
  const form = element("form", { class: "go-to" }, field, element("button", {}, "Go to"));
  let written = false;
  const show = () => {
    if (written || document.activeElement === field || Number.isNaN(store.now)) return;
    field.value = minuteText(store.now, store.zone.value).replace(" ", "T");
  };
  store.clock.show(show);
  store.zone.show(show);
  field.addEventListener("input", () => (written = true));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    written = false;
    const time = instantOf(field.value, store.zone.value);
    if (!Number.isNaN(time)) void seek(time);
  });
  return form;
}

interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

/** Timeline of a trading session with the position of the market clock. Moving its thumb moves the clock. */
function sessionTimeline({ api, store }: PageContext, seek: (time: number) => void): HTMLElement {
  const slider = element("input", { type: "range", step: 60, "aria-label": "Time of the session" });
  const from = element("span");
  const to = element("span");
  let span: TimeSpan | undefined;
  let isLoading = false;
  let isDragging = false;

  const show = () => {
    if (span === undefined || isDragging) return;
    slider.min = String(span.from / 1000);
    slider.max = String(span.to / 1000);
    slider.value = String(store.now / 1000);
    const zone = store.zone.value;
    const ends = [minuteText(span.from, zone), minuteText(span.to, zone)] as const;
    // The labels include dates if the next session begins on another day.
    const start = ends[0].slice(0, 10) === ends[1].slice(0, 10) ? 11 : 5;
    from.textContent = ends[0].slice(start);
    to.textContent = ends[1].slice(start);
    slider.setAttribute("aria-valuetext", minuteText(store.now, zone));
  };
  const loadSession = async () => {
    isLoading = true;
    try {
      const { sessions } = await api.get<Sessions>("/v2/market-data/calendar");
      const now = store.now;
      const session = sessions.find(({ close }) => Date.parse(close) >= now) ?? sessions[0];
      if (session !== undefined) {
        span = { from: Math.min(now, Date.parse(session.open)), to: Math.max(now, Date.parse(session.close)) };
      }
      show();
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
    } finally {
      isLoading = false;
    }
  };
  store.clock.show(() => {
    if (store.replay.value === undefined || Number.isNaN(store.now)) return;
    if (!isLoading && (span === undefined || store.now < span.from || store.now > span.to)) void loadSession();
    show();
  });
  store.zone.show(show);
  slider.addEventListener("input", () => {
    isDragging = true;
    from.textContent = secondText(Number(slider.value) * 1000, store.zone.value).slice(0, 5);
  });
  slider.addEventListener("change", () => {
    isDragging = false;
    seek(Number(slider.value) * 1000);
    show();
  });
  return element("div", { class: "timeline" }, from, slider, to);
}
