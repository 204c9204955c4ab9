import type { ParamColumn } from "../../../report/research/sweep-payload.ts";
import { element, section } from "../../report/element.ts";
import { drawing, svg } from "../page/drawing.ts";
import { choiceText, unitText } from "../page/unit-text.ts";
import type { Selection } from "./selection.ts";
import { mainMetrics, type TrialMetric, type Trials } from "./trials.ts";

/** From here on a number reads better in the colour of the page: in the dark, and in the light. */
const DARKENED = 0.6;
const FULL = 0.77;
const LEFT = 64;
const TOP = 18;
const BOTTOM = 38;
const LARGEST = 44;
const TALLEST = 480;
const SMALLEST = 6;
const MOST_ROWS = 80;
/** A cell that is narrower than this carries no number. */
const NUMBERED = 40;
const LABEL_ROOM = 44;

const RULES = [
  { value: "best", text: "best of its trials" },
  { value: "middle", text: "middle of its trials" },
  { value: "worst", text: "worst of its trials" },
] as const;

/** A metric over two parameters: any pair, any metric. */
export function heatmap(trials: Trials, selection: Selection): HTMLElement {
  const wide = trials.axes.filter(({ choices }) => choices.length > 1);
  let [x, y] = [wide[0]!, wide[1]!];
  let metric = trials.objective;
  let rule: CellRule = "best";
  let cells: readonly HeatCell[] = [];
  const readout = element("p", { class: "aside readout", "aria-live": "polite" });

  const picture = drawing(
    () => `${metric.title} over ${x.name} (across) and ${y.name} (up), strong where it is better`,
    (width) => {
      const most = Math.floor((width - LEFT - 8) / SMALLEST);
      const [across, up] = [axisCells(x, most), axisCells(y, MOST_ROWS)];
      cells = heatCells(across, up, metric, trials.lowIsBetter(metric), rule);
      const [low, high] = heatScale(cells);
      const w = Math.max(1, Math.min(LARGEST * 2, Math.floor((width - LEFT - 8) / across.count)));
      const h = Math.max(SMALLEST, Math.min(LARGEST, w, Math.floor(TALLEST / up.count)));
      const bottom = TOP + up.count * h;
      const best = { column: across.of[0]!, row: up.of[0]! };
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
        rect.addEventListener("pointerenter", () => say(text, cell));
        rect.addEventListener("click", () => selection.choose(cell.trial));
        if (w < NUMBERED || h < 16) return [rect];
        const label = unitText(metric, cell.value).replace(/\.\d+%$/, "%");
        const tone = `number${strength > DARKENED ? " strong" : ""}${strength > FULL ? " full" : ""}`;
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

  function say(text: string, { trial, trials: count }: HeatCell): void {
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
  const names = wide.map(({ name }) => ({ value: name, text: name }));
  const axisOf = (name: string) => wide.find((axis) => axis.name === name)!;
  const across = picker("Across", names, x.name, (name) => {
    if (name === y.name) [y, up.select.value] = [x, x.name];
    x = axisOf(name);
    picture.draw();
  });
  const up = picker("Up", names, y.name, (name) => {
    if (name === x.name) [x, across.select.value] = [y, y.name];
    y = axisOf(name);
    picture.draw();
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
      picture.draw();
    },
  );
  const ruled = picker("Cell", RULES, rule, (value) => {
    rule = value as CellRule;
    picture.draw();
  });
  const bar = element("div", { class: "pickers" }, across.element, up.element, shown.element);
  if (wide.length > 2 || Math.max(x.choices.length, y.choices.length) > MOST_ROWS / 2) bar.append(ruled.element);
  const hint = "A broad hill is worth more than a lonely peak: what is good only here was probably luck.";
  return section(
    "Two parameters",
    "heatmap",
    bar,
    picture.element,
    scale,
    readout,
    element("p", { class: "aside" }, hint),
  );
}

/** A choice among a few words, under a name. */
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

/** Which of the trials in a cell gives it its value. */
type CellRule = "best" | "middle" | "worst";

/** A cell of a heatmap. */
interface HeatCell {
  readonly column: number;
  readonly row: number;
  readonly value: number;
  /** The trial that it shows, and how many there are. */
  readonly trial: number;
  readonly trials: number;
}

/** A cell for each pair of values that was tried, by one metric; trials without that metric are left out. */
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
    const key = y.of[trial]! * x.count + x.of[trial]!;
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

/** Values at which the scale of colours begins and ends: a few outliers do not flatten the rest. */
function heatScale(cells: readonly HeatCell[]): [low: number, high: number] {
  const sorted = Float64Array.from(cells, ({ value }) => value).toSorted();
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? NaN;
  return [at(0.02), at(0.98)];
}

/** A parameter cut into the rows or columns of a heatmap. */
interface AxisCells {
  readonly count: number;
  /** The row or column of each trial. */
  readonly of: Int32Array;
  /** What stands at the edge. */
  readonly labels: readonly string[];
  /** What a cell holds, in words. */
  readonly names: readonly string[];
}

/** Stretches into which a parameter with too many values for a cell each is cut, by how many trials there are. */
const LEAST_STRETCHES = 5;
const MOST_STRETCHES = 30;

/** A cell for each value where there are at most so many, else stretches of equal width; whole numbers stay whole. */
function axisCells({ choices, places, ordered }: ParamColumn, most: number): AxisCells {
  if (choices.length <= most || !ordered) {
    const labels = choices.map(choiceText);
    return { count: choices.length, of: Int32Array.from(places), labels, names: labels };
  }
  const values = choices as readonly number[];
  const [low, high] = [values[0]!, values.at(-1)!];
  const wanted = Math.max(LEAST_STRETCHES, Math.min(MOST_STRETCHES, Math.round(Math.sqrt(places.length / 2))));
  const whole = values.every((value) => Number.isInteger(value));
  const step = whole ? Math.ceil((high - low + 1) / wanted) : (high - low) / wanted;
  const count = whole ? Math.floor((high - low) / step) + 1 : wanted;
  const edge = (i: number) => choiceText(whole ? low + i * step : Number((low + i * step).toPrecision(3)));
  const of = Int32Array.from(places, (place) => Math.min(count - 1, Math.floor((values[place]! - low) / step)));
  const cells = Array.from({ length: count }, (_, i) => i);
  return { count, of, labels: cells.map(edge), names: cells.map((i) => `${edge(i)} to ${edge(i + 1)}`) };
}
