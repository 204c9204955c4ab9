import type { ParamColumn } from "../../../report/research/sweep-payload.ts";
import { element, section } from "../../report/element.ts";
import { drawing, svg } from "../page/drawing.ts";
import { choiceText, unitText } from "../page/unit-text.ts";
import type { Selection } from "./selection.ts";
import { mainMetrics, type TrialMetric, type Trials } from "./trials.ts";

/** Strength of a cell's color from which the number in the cell has the page's color, in the dark and in the light theme. */
const STRONG_FROM = 0.6;
const FULL_FROM = 0.77;
const LEFT = 64;
const TOP = 18;
const BOTTOM = 38;
const MAX_CELL = 44;
const MAX_HEIGHT = 480;
const MIN_CELL = 6;
const MAX_ROWS = 80;
/** Cells narrower than this many pixels contain no number. */
const MIN_NUMBERED_WIDTH = 40;
const LABEL_ROOM = 44;

const RULES = [
  { value: "best", text: "best of its trials" },
  { value: "middle", text: "median of its trials" },
  { value: "worst", text: "worst of its trials" },
] as const;

/** Creates a heatmap of any metric over any two parameters of a sweep. */
export function heatmap(trials: Trials, selection: Selection): HTMLElement {
  const varied = trials.axes.filter(({ choices }) => choices.length > 1);
  let [x, y] = [varied[0]!, varied[1]!];
  let metric = trials.objective;
  let rule: CellRule = "best";
  let cells: readonly HeatCell[] = [];
  const readout = element("p", { class: "aside readout", "aria-live": "polite" });

  const chart = drawing(
    () => `${metric.title} over ${x.name} (across) and ${y.name} (up), strong where it is better`,
    (width) => {
      const maxColumns = Math.floor((width - LEFT - 8) / MIN_CELL);
      const [across, up] = [axisCells(x, maxColumns), axisCells(y, MAX_ROWS)];
      cells = heatCells(across, up, metric, trials.lowIsBetter(metric), rule);
      const [low, high] = heatScale(cells);
      const w = Math.max(1, Math.min(MAX_CELL * 2, Math.floor((width - LEFT - 8) / across.count)));
      const h = Math.max(MIN_CELL, Math.min(MAX_CELL, w, Math.floor(MAX_HEIGHT / up.count)));
      const bottom = TOP + up.count * h;
      const best = { column: across.cellOf[0]!, row: up.cellOf[0]! };
      const drawn = cells.map((cell) => {
        const share = high > low ? Math.min(1, Math.max(0, (cell.value - low) / (high - low))) : 1;
        const strength = trials.lowIsBetter(metric) ? 1 - share : share;
        const [left, top] = [LEFT + cell.column * w, bottom - (cell.row + 1) * h];
        const place = `${x.name} ${across.names[cell.column]}, ${y.name} ${up.names[cell.row]}`;
        const text = `${place}: ${unitText(metric, cell.value)}`;
        const rect = svg(
          "rect",
          { x: left, y: top, width: w - 1, height: h - 1, class: "cell" },
          svg("title", {}, text),
        );
        rect.style.setProperty("--strength", `${Math.round(6 + 94 * strength)}%`);
        rect.addEventListener("pointerenter", () => showCell(text, cell));
        rect.addEventListener("click", () => selection.choose(cell.trial));
        if (w < MIN_NUMBERED_WIDTH || h < 16) return [rect];
        const label = unitText(metric, cell.value).replace(/\.\d+%$/, "%");
        const tone = `number${strength > STRONG_FROM ? " strong" : ""}${strength > FULL_FROM ? " full" : ""}`;
        return [rect, svg("text", { x: left + w / 2, y: top + h / 2 + 4, class: tone }, label)];
      });
      const frame = svg("rect", {
        x: LEFT + best.column * w - 1,
        y: bottom - (best.row + 1) * h - 1,
        width: w + 1,
        height: h + 1,
        class: "best",
      });
      const stepX = Math.ceil(LABEL_ROOM / w);
      const stepY = Math.ceil(14 / h);
      const labels = [
        ...across.labels.flatMap((text, i) =>
          i % stepX === 0 ? [svg("text", { x: LEFT + (i + 0.5) * w, y: bottom + 14, class: "tick middle" }, text)] : [],
        ),
        ...up.labels.flatMap((text, i) =>
          i % stepY === 0 ? [svg("text", { x: LEFT - 6, y: bottom - (i + 0.5) * h + 4, class: "tick end" }, text)] : [],
        ),
        svg("text", { x: LEFT, y: bottom + BOTTOM - 8, class: "axis-name" }, `${x.name} →`),
        svg("text", { x: 0, y: 11, class: "axis-name" }, `${y.name} ↑`),
      ];
      scale.replaceChildren(...scaleParts(low, high));
      return { height: bottom + BOTTOM, parts: [...drawn.flat(), frame, ...labels] };
    },
  );

  function showCell(text: string, { trial, trials: count }: HeatCell): void {
    const more =
      count === 1 ? "" : `, ${RULES.find(({ value }) => value === rule)!.text.replace("its", String(count))}`;
    readout.textContent = `${text}${more}; rank ${trials.ranks[trial]! + 1}`;
  }

  function scaleParts(low: number, high: number): HTMLElement[] {
    const [weak, strong] = trials.lowIsBetter(metric) ? [high, low] : [low, high];
    return [
      element("span", {}, unitText(metric, weak)),
      element("i", { class: "ramp" }),
      element("span", {}, unitText(metric, strong)),
      element("span", { class: "key" }, "the best trial"),
    ];
  }

  const scale = element("p", { class: "scale" });
  const names = varied.map(({ name }) => ({ value: name, text: name }));
  const axisOf = (name: string) => varied.find((axis) => axis.name === name)!;
  const across = picker("Across", names, x.name, (name) => {
    if (name === y.name) [y, up.select.value] = [x, x.name];
    x = axisOf(name);
    chart.draw();
  });
  const up = picker("Up", names, y.name, (name) => {
    if (name === x.name) [x, across.select.value] = [y, y.name];
    y = axisOf(name);
    chart.draw();
  });
  const main = new Set(mainMetrics(trials));
  const ordered = [...main, ...trials.metrics.filter((each) => !main.has(each))];
  const shown = picker(
    "Metric",
    ordered.map(({ name, title }) => ({ value: name, text: title })),
    metric.name,
    (name) => {
      metric = trials.metrics.find((each) => each.name === name)!;
      readout.textContent = "";
      chart.draw();
    },
  );
  const rulePicker = picker("Cell", RULES, rule, (value) => {
    rule = value as CellRule;
    chart.draw();
  });
  const bar = element("div", { class: "pickers" }, across.element, up.element, shown.element);
  if (varied.length > 2 || Math.max(x.choices.length, y.choices.length) > MAX_ROWS / 2) bar.append(rulePicker.element);
  const hint = "A broad area of good values is more reliable than a single peak, which may be due to chance.";
  return section(
    "Two parameters",
    "heatmap",
    bar,
    chart.element,
    scale,
    readout,
    element("p", { class: "aside" }, hint),
  );
}

/** Creates a selection list with a label. */
function picker(
  label: string,
  choices: readonly { readonly value: string; readonly text: string }[],
  chosen: string,
  choose: (value: string) => void,
): { readonly element: HTMLElement; readonly select: HTMLSelectElement } {
  const select = element(
    "select",
    { "aria-label": label },
    ...choices.map(({ value, text }) => element("option", { value, selected: value === chosen }, text)),
  );
  select.addEventListener("change", () => choose(select.value));
  return { element: element("label", { class: "picker" }, element("span", {}, label), select), select };
}

/** Which trial of a cell determines the cell's value. */
type CellRule = "best" | "middle" | "worst";

/** A cell of a heatmap. */
interface HeatCell {
  readonly column: number;
  readonly row: number;
  readonly value: number;
  /** Index of the trial whose value the cell shows, and the number of trials in the cell. */
  readonly trial: number;
  readonly trials: number;
}

/** Creates a cell for each pair of parameter values that was tried. Trials without a value of the metric are left out. */
function heatCells(
  x: AxisCells,
  y: AxisCells,
  { values }: TrialMetric,
  lowIsBetter: boolean,
  rule: CellRule,
): HeatCell[] {
  const groups = new Map<number, number[]>();
  for (let trial = 0; trial < values.length; trial++) {
    if (Number.isNaN(values[trial]!)) continue;
    const key = y.cellOf[trial]! * x.count + x.cellOf[trial]!;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [trial]);
    else group.push(trial);
  }
  const sign = lowIsBetter ? 1 : -1;
  const place: Readonly<Record<CellRule, (length: number) => number>> = {
    best: () => 0,
    middle: (length) => (length - 1) >> 1,
    worst: (length) => length - 1,
  };
  return Array.from(groups, ([key, trials]) => {
    const trial = trials.toSorted((a, b) => sign * (values[a]! - values[b]!) || a - b)[place[rule](trials.length)]!;
    return {
      column: key % x.count,
      row: Math.floor(key / x.count),
      value: values[trial]!,
      trial,
      trials: trials.length,
    };
  });
}

/** Returns the metric's values at the two ends of the color scale, without outliers. */
function heatScale(cells: readonly HeatCell[]): [low: number, high: number] {
  const sorted = Float64Array.from(cells, ({ value }) => value).toSorted();
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? NaN;
  return [at(0.02), at(0.98)];
}

/** The rows or columns of a heatmap, which belong to one parameter. */
interface AxisCells {
  readonly count: number;
  /** Index of each trial's row or column. */
  readonly cellOf: Int32Array;
  /** Labels of the rows or columns at the edge of the heatmap. */
  readonly labels: readonly string[];
  /** Text for the parameter values of each row or column. */
  readonly names: readonly string[];
}

/** Limits for the number of ranges into which the values of a parameter are divided if there are too many for a row each. */
const MIN_RANGES = 5;
const MAX_RANGES = 30;

/**
 * Divides the values of a parameter into rows or columns: one per value, or ranges of equal width if there are too many. Ranges of integers
 * have integer limits.
 */
function axisCells({ choices, places, ordered }: ParamColumn, maxCells: number): AxisCells {
  if (choices.length <= maxCells || !ordered) {
    const labels = choices.map(choiceText);
    return { count: choices.length, cellOf: Int32Array.from(places), labels, names: labels };
  }
  const values = choices as readonly number[];
  const [low, high] = [values[0]!, values.at(-1)!];
  const wantedCount = Math.max(MIN_RANGES, Math.min(MAX_RANGES, Math.round(Math.sqrt(places.length / 2))));
  const areIntegers = values.every((value) => Number.isInteger(value));
  const step = areIntegers ? Math.ceil((high - low + 1) / wantedCount) : (high - low) / wantedCount;
  const count = areIntegers ? Math.floor((high - low) / step) + 1 : wantedCount;
  const edge = (i: number) => choiceText(areIntegers ? low + i * step : Number((low + i * step).toPrecision(3)));
  const cellOf = Int32Array.from(places, (place) => Math.min(count - 1, Math.floor((values[place]! - low) / step)));
  const cells = Array.from({ length: count }, (_, i) => i);
  return { count, cellOf, labels: cells.map(edge), names: cells.map((i) => `${edge(i)} to ${edge(i + 1)}`) };
}
