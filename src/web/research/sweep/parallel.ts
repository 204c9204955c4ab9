import type { ParamColumn } from "../../../report/research/sweep-payload.ts";
import { chartColors } from "../../report/chart-colors.ts";
import { button, buttons, element, scroller, section } from "../../report/element.ts";
import { numberText } from "../../report/number-text.ts";
import { choiceText, unitText } from "../page/unit-text.ts";
import type { Selection } from "./selection.ts";
import { mainMetrics, type TrialMetric, type Trials } from "./trials.ts";

const HEIGHT = 280;
const TOP = 34;
const BOTTOM = 20;
const SIDE = 52;
/** Pixels between two axes at the least. On a narrow page the chart scrolls. */
const MIN_AXIS_DISTANCE = 88;
const HIT_DISTANCE = 26;
/** A range drawn on an axis includes the end of the axis if it ends closer to it than this share of the axis. */
const SNAP_SHARE = 0.03;

type Range = readonly [low: number, high: number];

/**
 * Creates a chart with a line for each trial through its parameters and main metrics. Drawing a range on an axis hides the trials outside
 * the range.
 */
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
  let axisDistance = MIN_AXIS_DISTANCE;
  let isScheduled = false;

  const apply = () => {
    const maxRank = Math.max(1, Math.ceil(topShare * trials.length));
    selection.filter(
      (trial) =>
        trial < maxRank &&
        Array.from(ranges).every(([axis, [low, high]]) => {
          const height = axes[axis]!.heights[trial]!;
          return height >= low && height <= high;
        }),
    );
  };

  function draw(): void {
    const inner = Math.max(host.clientWidth, 2 * SIDE + MIN_AXIS_DISTANCE * (axes.length - 1));
    axisDistance = (inner - 2 * SIDE) / Math.max(1, axes.length - 1);
    const ratio = devicePixelRatio;
    canvas.width = Math.round(inner * ratio);
    canvas.height = Math.round(HEIGHT * ratio);
    canvas.style.width = `${inner}px`;
    canvas.style.height = `${HEIGHT}px`;
    const context = canvas.getContext("2d")!;
    context.scale(ratio, ratio);
    const colors = chartColors(canvas);
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
    context.strokeStyle = colors.muted;
    context.globalAlpha = shown === trials.length ? 0 : Math.min(0.25, 60 / trials.length);
    if (context.globalAlpha > 0) for (let i = trials.length - 1; i >= 0; i--) if (selection.shown[i] === 0) line(i);
    context.strokeStyle = colors.strategy;
    // Draws the worst trial first, so that the lines of the best trials are on top.
    for (let i = trials.length - 1; i >= 0; i--) {
      if (selection.shown[i] === 0) continue;
      const better = 1 - i / trials.length;
      context.globalAlpha = Math.min(0.9, (0.15 + better ** 6) * Math.min(1, 250 / shown) + 0.012);
      line(i);
    }
    context.globalAlpha = 1;
    context.lineWidth = 2;
    context.strokeStyle = colors.indicators[0]!;
    line(selection.chosen);
    drawAxes(context, colors);
    count.textContent = `${numberText(shown, 0)} of ${numberText(trials.length, 0)} trials shown`;
  }

  function drawAxes(context: CanvasRenderingContext2D, colors: ReturnType<typeof chartColors>): void {
    context.font = `11px ${getComputedStyle(document.body).fontFamily}`;
    context.textAlign = "center";
    axes.forEach(({ title, low, high }, i) => {
      context.fillStyle = colors.line;
      context.fillRect(xOf(i), TOP, 1, HEIGHT - TOP - BOTTOM);
      const range = ranges.get(i);
      if (range !== undefined) {
        context.fillStyle = colors.band;
        context.fillRect(xOf(i) - 8, yOf(range[1]), 16, yOf(range[0]) - yOf(range[1]));
        context.strokeStyle = colors.strategy;
        context.lineWidth = 1;
        context.strokeRect(xOf(i) - 8, yOf(range[1]), 16, yOf(range[0]) - yOf(range[1]));
      }
      context.fillStyle = colors.price;
      context.fillText(fitText(context, title, axisDistance - 8), xOf(i), 12);
      context.fillStyle = colors.text;
      context.fillText(high, xOf(i), TOP - 6);
      context.fillText(low, xOf(i), HEIGHT - 6);
    });
  }

  const xOf = (axis: number) => SIDE + axis * axisDistance;
  const yOf = (height: number) => TOP + (1 - height) * (HEIGHT - TOP - BOTTOM);
  const heightAt = (y: number) => {
    const height = 1 - (y - TOP) / (HEIGHT - TOP - BOTTOM);
    return height < SNAP_SHARE ? 0 : height > 1 - SNAP_SHARE ? 1 : height;
  };

  function brush(start: PointerEvent): void {
    const axis = axes.findIndex((_, i) => Math.abs(start.offsetX - xOf(i)) < HIT_DISTANCE);
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

  const scheduleDraw = () => {
    if (isScheduled) return;
    isScheduled = true;
    requestAnimationFrame(() => {
      isScheduled = false;
      draw();
    });
  };
  canvas.addEventListener("pointerdown", brush);
  selection.onChange(scheduleDraw);
  new ResizeObserver(scheduleDraw).observe(host);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", scheduleDraw);

  const shares: readonly (readonly [string, number])[] = [
    ["All", 1],
    ["Best 10%", 0.1],
    ["Best 1%", 0.01],
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
    "Drag along an axis to keep the trials between two values; click it to clear. The table below shows the same trials.";
  return section("All parameters", "parallel", bar, host, element("p", { class: "aside" }, hint));
}

function labelOf(axes: readonly ParallelAxis[]): string {
  return `Each trial as a line through ${axes.map(({ title, low, high }) => `${title} from ${low} to ${high}`).join(", ")}`;
}

/** Shortens a text until it fits into a width. */
function fitText(context: CanvasRenderingContext2D, text: string, width: number): string {
  if (context.measureText(text).width <= width) return text;
  let length = text.length - 1;
  while (length > 1 && context.measureText(`${text.slice(0, length)}…`).width > width) length--;
  return `${text.slice(0, length)}…`;
}

/** A vertical axis, on which each trial has a height from 0 (bottom) to 1 (top). */
interface ParallelAxis {
  readonly title: string;
  readonly heights: Float64Array;
  readonly low: string;
  readonly high: string;
}

/** Creates the axis of a parameter: numbers are placed by value, words by index. */
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

/** Creates the axis of a metric. Outliers are placed at its ends. */
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
