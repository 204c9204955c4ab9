import type { ParamColumn } from "../../../report/research/sweep-payload.ts";
import { chartColours } from "../../report/chart-colours.ts";
import { button, buttons, element, scroller, section } from "../../report/element.ts";
import { numberText } from "../../report/number-text.ts";
import { choiceText, unitText } from "../page/unit-text.ts";
import type { Selection } from "./selection.ts";
import { mainMetrics, type TrialMetric, type Trials } from "./trials.ts";

const HEIGHT = 280;
const TOP = 34;
const BOTTOM = 20;
const SIDE = 52;
/** Pixels that an axis takes at least; where the page is narrower it scrolls. */
const LEAST_APART = 88;
const NEAR = 26;
/** So near to an end of an axis a stretch holds the end. */
const SNAP = 0.03;

type Range = readonly [low: number, high: number];

/** Every trial as a line through its parameters and main metrics. A stretch that is drawn on an axis keeps only the trials in it. */
export function parallel(trials: Trials, selection: Selection): HTMLElement {
  const axes = [
    ...trials.axes.filter(({ choices }) => choices.length > 1).map(paramAxis),
    ...mainMetrics(trials).map(metricAxis),
  ];
  const canvas = element("canvas", { role: "img", "aria-label": labelOf(axes) });
  const host = scroller("All parameters", canvas);
  const count = element("span", { "aria-live": "polite", class: "aside" });
  const ranges = new Map<number, Range>();
  let topShare = 1;
  let apart = LEAST_APART;
  let waits = false;

  const apply = () => {
    const within = Math.max(1, Math.ceil(topShare * trials.length));
    selection.filter(
      (trial) =>
        trial < within &&
        Array.from(ranges).every(([axis, [low, high]]) => {
          const height = axes[axis]!.heights[trial]!;
          return height >= low && height <= high;
        }),
    );
  };

  function draw(): void {
    const inner = Math.max(host.clientWidth, 2 * SIDE + LEAST_APART * (axes.length - 1));
    apart = (inner - 2 * SIDE) / Math.max(1, axes.length - 1);
    const ratio = devicePixelRatio;
    canvas.width = Math.round(inner * ratio);
    canvas.height = Math.round(HEIGHT * ratio);
    canvas.style.width = `${inner}px`;
    canvas.style.height = `${HEIGHT}px`;
    const context = canvas.getContext("2d")!;
    context.scale(ratio, ratio);
    const colours = chartColours(canvas);
    const line = (trial: number) => {
      context.beginPath();
      axes.forEach(({ heights }, i) => {
        const height = heights[trial]!;
        if (!Number.isNaN(height)) context.lineTo(xOf(i), yOf(height));
      });
      context.stroke();
    };
    const shown = selection.count;
    context.lineWidth = 1;
    context.strokeStyle = colours.muted;
    context.globalAlpha = shown === trials.length ? 0 : Math.min(0.25, 60 / trials.length);
    if (context.globalAlpha > 0) for (let i = trials.length - 1; i >= 0; i--) if (selection.shown[i] === 0) line(i);
    context.strokeStyle = colours.strategy;
    // From the worst to the best, so that the best lie above.
    for (let i = trials.length - 1; i >= 0; i--) {
      if (selection.shown[i] === 0) continue;
      const better = 1 - i / trials.length;
      context.globalAlpha = Math.min(0.9, (0.15 + better ** 6) * Math.min(1, 250 / shown) + 0.012);
      line(i);
    }
    context.globalAlpha = 1;
    context.lineWidth = 2;
    context.strokeStyle = colours.indicators[0]!;
    line(selection.chosen);
    drawAxes(context, colours);
    count.textContent = `${numberText(shown, 0)} of ${numberText(trials.length, 0)} in view`;
  }

  function drawAxes(context: CanvasRenderingContext2D, colours: ReturnType<typeof chartColours>): void {
    context.font = `11px ${getComputedStyle(document.body).fontFamily}`;
    context.textAlign = "center";
    axes.forEach(({ title, low, high }, i) => {
      context.fillStyle = colours.line;
      context.fillRect(xOf(i), TOP, 1, HEIGHT - TOP - BOTTOM);
      const range = ranges.get(i);
      if (range !== undefined) {
        context.fillStyle = colours.band;
        context.fillRect(xOf(i) - 8, yOf(range[1]), 16, yOf(range[0]) - yOf(range[1]));
        context.strokeStyle = colours.strategy;
        context.lineWidth = 1;
        context.strokeRect(xOf(i) - 8, yOf(range[1]), 16, yOf(range[0]) - yOf(range[1]));
      }
      context.fillStyle = colours.price;
      context.fillText(fitted(context, title, apart - 8), xOf(i), 12);
      context.fillStyle = colours.text;
      context.fillText(high, xOf(i), TOP - 6);
      context.fillText(low, xOf(i), HEIGHT - 6);
    });
  }

  const xOf = (axis: number) => SIDE + axis * apart;
  const yOf = (height: number) => TOP + (1 - height) * (HEIGHT - TOP - BOTTOM);
  const heightAt = (y: number) => {
    const height = 1 - (y - TOP) / (HEIGHT - TOP - BOTTOM);
    return height < SNAP ? 0 : height > 1 - SNAP ? 1 : height;
  };

  function brush(start: PointerEvent): void {
    const axis = axes.findIndex((_, i) => Math.abs(start.offsetX - xOf(i)) < NEAR);
    if (axis < 0) return;
    const from = heightAt(start.offsetY);
    let moved = false;
    canvas.setPointerCapture(start.pointerId);
    const move = (event: PointerEvent) => {
      const to = heightAt(event.offsetY);
      if (!moved && Math.abs(to - from) < 0.02) return;
      moved = true;
      ranges.set(axis, [Math.min(from, to), Math.max(from, to)]);
      apply();
    };
    const end = () => {
      canvas.removeEventListener("pointermove", move);
      if (!moved && ranges.delete(axis)) apply();
    };
    canvas.addEventListener("pointermove", move);
    canvas.addEventListener("pointerup", end, { once: true });
    canvas.addEventListener("pointercancel", end, { once: true });
  }

  const later = () => {
    if (waits) return;
    waits = true;
    requestAnimationFrame(() => {
      waits = false;
      draw();
    });
  };
  canvas.addEventListener("pointerdown", brush);
  selection.onChange(later);
  new ResizeObserver(later).observe(host);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", later);

  const shares: readonly (readonly [string, number])[] = [
    ["All", 1],
    ["Best 10 %", 0.1],
    ["Best 1 %", 0.01],
  ];
  const choices = shares.map(([text, share]) => {
    const choice = button(
      text,
      () => {
        for (const each of choices) each.setAttribute("aria-pressed", String(each === choice));
        topShare = share;
        if (share === 1) ranges.clear();
        apply();
      },
      { "aria-pressed": String(share === 1) },
    );
    return choice;
  });
  const bar = element("div", { class: "toolbar static" }, buttons(...choices), count);
  const hint =
    "Draw along an axis to keep the trials between two values, click on it to clear. The table below follows.";
  return section("All parameters", "parallel", bar, host, element("p", { class: "aside" }, hint));
}

function labelOf(axes: readonly ParallelAxis[]): string {
  return `Each trial as a line through ${axes.map(({ title, low, high }) => `${title} from ${low} to ${high}`).join(", ")}`;
}

/** As much of a text as fits. */
function fitted(context: CanvasRenderingContext2D, text: string, width: number): string {
  if (context.measureText(text).width <= width) return text;
  let length = text.length - 1;
  while (length > 1 && context.measureText(`${text.slice(0, length)}…`).width > width) length--;
  return `${text.slice(0, length)}…`;
}

/** One upright axis of the lines: each trial at a height from 0 below to 1 above. */
interface ParallelAxis {
  readonly title: string;
  readonly heights: Float64Array;
  readonly low: string;
  readonly high: string;
}

/** The axis of a parameter, by value where it is a number and has several, else by place. */
function paramAxis({ name, ordered, choices, places }: ParamColumn): ParallelAxis {
  const [first, last] = [choices[0]!, choices.at(-1)!];
  const height = (place: number) => {
    if (choices.length === 1) return 0.5;
    if (!ordered) return place / (choices.length - 1);
    return ((choices[place] as number) - (first as number)) / ((last as number) - (first as number));
  };
  const byPlace = choices.map((_, place) => height(place));
  return {
    title: name,
    heights: Float64Array.from(places, (place) => byPlace[place]!),
    low: choiceText(first),
    high: choiceText(last),
  };
}

/** The axis of a metric; a few outliers lie at its ends. */
function metricAxis(metric: TrialMetric): ParallelAxis {
  const { title, values } = metric;
  const sorted = values.filter((value) => !Number.isNaN(value)).toSorted();
  const low = sorted[Math.floor(0.005 * sorted.length)] ?? NaN;
  const high = sorted[Math.ceil(0.995 * (sorted.length - 1))] ?? NaN;
  return {
    title,
    heights: values.map((value) => {
      if (Number.isNaN(value)) return NaN;
      return high > low ? Math.min(1, Math.max(0, (value - low) / (high - low))) : 0.5;
    }),
    low: unitText(metric, low),
    high: unitText(metric, high),
  };
}
