import { button, element, scroller, section } from "../../report/element.ts";
import { numberText, toneOf } from "../../report/number-text.ts";
import { pager } from "../../report/pager.ts";
import { choiceText, unitText } from "../page/unit-text.ts";
import type { Selection } from "./selection.ts";
import type { Trials } from "./trials.ts";

/** Rows shown at once; more are on further pages. */
const PAGE = 100;
const TONED = new Set(["total-return", "cagr", "annual-return"]);

interface TrialColumn {
  readonly title: string;
  readonly meaning?: string;
  /** What it is sorted by. */
  at(trial: number): number;
  text(trial: number): string;
  tone?(trial: number): "gain" | "loss" | undefined;
  /** Whether the first click puts the largest first. */
  readonly largestFirst: boolean;
}

/** The trials in view, sorted by any column. Choosing one marks it everywhere. */
export function trialsTable(trials: Trials, selection: Selection, all: number): HTMLElement {
  const columns = columnsOf(trials);
  const body = element("tbody");
  let sorted = inView();
  let [by, falling] = [0, false];
  let pages = pager(sorted.length, PAGE, show);
  const turning = element("div", {}, pages.element);
  const headings = columns.map(({ title, meaning }, i) =>
    element(
      "th",
      { scope: "col", class: "number" },
      button(title, () => sortBy(i), { title: meaning }),
    ),
  );

  function inView(): number[] {
    const places: number[] = [];
    for (let i = 0; i < trials.length; i++) if (selection.shown[i] === 1) places.push(i);
    return places;
  }

  function sortBy(column: number): void {
    falling = column === by ? !falling : columns[column]!.largestFirst;
    by = column;
    for (const each of headings) each.removeAttribute("aria-sort");
    headings[column]!.setAttribute("aria-sort", falling ? "descending" : "ascending");
    refresh();
  }

  /** Missing numbers come last, whatever the direction. */
  function refresh(): void {
    const column = columns[by]!;
    const sign = falling ? -1 : 1;
    sorted = inView().toSorted((a, b) => {
      const [left, right] = [column.at(a), column.at(b)];
      const missing = Number(Number.isNaN(left)) - Number(Number.isNaN(right));
      return missing || (Number.isNaN(left) ? 0 : sign * (left - right)) || a - b;
    });
    pages = pager(sorted.length, PAGE, show);
    turning.replaceChildren(pages.element);
    show(0);
  }

  function show(start: number): void {
    body.replaceChildren(...sorted.slice(start, start + PAGE).map(row));
  }

  function row(trial: number): HTMLElement {
    const cells = columns.map((column, i) => {
      const text = column.text(trial);
      const label = `Show the trial of rank ${trials.ranks[trial]! + 1}`;
      const content = i === 0 ? element("button", { type: "button", "aria-label": label }, text) : text;
      return element("td", { class: `number ${column.tone?.(trial) ?? ""}`.trim() }, content);
    });
    const made = element("tr", { "aria-current": trial === selection.chosen && "true" }, ...cells);
    made.addEventListener("click", () => selection.choose(trial));
    return made;
  }

  let before = selection.count;
  selection.onChange(() => {
    if (selection.count !== before || sorted.some((trial) => selection.shown[trial] === 0)) refresh();
    before = selection.count;
    body.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const place = sorted.indexOf(selection.chosen) % PAGE;
    const shown = body.children[place];
    if (shown?.querySelector("button")?.textContent === columns[0]!.text(selection.chosen))
      shown.setAttribute("aria-current", "true");
  });
  show(0);
  headings[0]!.setAttribute("aria-sort", "ascending");
  const table = element("table", { class: "trades-table" }, element("thead", {}, element("tr", {}, ...headings)), body);
  const cut =
    all > trials.length
      ? [
          element(
            "p",
            { class: "cut" },
            `${numberText(trials.length, 0)} of ${numberText(all, 0)} trials are on this page: the best, and an even sample of the others by rank. The CSV file next to the page has all of them.`,
          ),
        ]
      : [];
  return section("Trials", "trades", ...cut, scroller("Trials", table), turning);
}

function columnsOf({ ranks, axes, metrics, lowIsBetter }: Trials): TrialColumn[] {
  return [
    {
      title: "Rank",
      at: (trial) => ranks[trial]!,
      text: (trial) => numberText(ranks[trial]! + 1, 0),
      largestFirst: false,
    },
    ...axes.map(({ name, places, choices }) => ({
      title: name,
      at: (trial: number) => places[trial]!,
      text: (trial: number) => choiceText(choices[places[trial]!]!),
      largestFirst: false,
    })),
    ...metrics.map((metric) => ({
      title: metric.title,
      meaning: metric.formula,
      at: (trial: number) => metric.values[trial]!,
      text: (trial: number) => unitText(metric, metric.values[trial]!),
      largestFirst: !lowIsBetter(metric),
      ...(TONED.has(metric.name) && { tone: (trial: number) => toneOf(metric.values[trial]!) }),
    })),
  ];
}
