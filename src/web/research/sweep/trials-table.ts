import { button, element, scroller, section } from "../../report/element.ts";
import { numberText, toneOf } from "../../report/number-text.ts";
import { pager } from "../../report/pager.ts";
import { choiceText, unitText } from "../page/unit-text.ts";
import type { Selection } from "./selection.ts";
import type { Trials } from "./trials.ts";

/** Number of trials on one page of the table. */
const ROWS_PER_PAGE = 100;
const COLORED_METRICS = new Set(["total-return", "cagr", "annual-return"]);

interface TrialColumn {
  readonly title: string;
  readonly meaning?: string;
  /** Value by which the column sorts a trial. */
  at(trial: number): number;
  text(trial: number): string;
  tone?(trial: number): "gain" | "loss" | undefined;
  /** Whether the first click on the column sorts in descending order. */
  readonly largestFirst: boolean;
}

/** Table of the shown trials, sortable by any column. Choosing a trial marks it everywhere. */
export function trialsTable(trials: Trials, selection: Selection, all: number): HTMLElement {
  const columns = createColumns(trials);
  const body = element("tbody");
  let sorted = listShown();
  let [sortColumn, isDescending] = [0, false];
  let pages = pager(sorted.length, ROWS_PER_PAGE, show);
  const pagerHost = element("div", {}, pages.element);
  const headings = columns.map(({ title, meaning }, i) =>
    element(
      "th",
      { scope: "col", class: "number" },
      button(title, () => sortBy(i), { title: meaning }),
    ),
  );

  function listShown(): number[] {
    const places: number[] = [];
    for (let i = 0; i < trials.length; i++) if (selection.shown[i] === 1) places.push(i);
    return places;
  }

  function sortBy(column: number): void {
    isDescending = column === sortColumn ? !isDescending : columns[column]!.largestFirst;
    sortColumn = column;
    for (const each of headings) each.removeAttribute("aria-sort");
    headings[column]!.setAttribute("aria-sort", isDescending ? "descending" : "ascending");
    refresh();
  }

  /** Sorts the trials again. Missing numbers come last in ascending and descending order. */
  function refresh(): void {
    const column = columns[sortColumn]!;
    const sign = isDescending ? -1 : 1;
    sorted = listShown().toSorted((a, b) => {
      const [left, right] = [column.at(a), column.at(b)];
      const missing = Number(Number.isNaN(left)) - Number(Number.isNaN(right));
      return missing || (Number.isNaN(left) ? 0 : sign * (left - right)) || a - b;
    });
    pages = pager(sorted.length, ROWS_PER_PAGE, show);
    pagerHost.replaceChildren(pages.element);
    show(0);
  }

  function show(start: number): void {
    body.replaceChildren(...sorted.slice(start, start + ROWS_PER_PAGE).map(createRow));
  }

  function createRow(trial: number): HTMLElement {
    const cells = columns.map((column, i) => {
      const text = column.text(trial);
      const label = `Show the trial of rank ${trials.ranks[trial]! + 1}`;
      const content = i === 0 ? element("button", { type: "button", "aria-label": label }, text) : text;
      return element("td", { class: `number ${column.tone?.(trial) ?? ""}`.trim() }, content);
    });
    const row = element("tr", { "aria-current": trial === selection.chosen && "true" }, ...cells);
    row.addEventListener("click", () => selection.choose(trial));
    return row;
  }

  let before = selection.count;
  selection.onChange(() => {
    if (selection.count !== before || sorted.some((trial) => selection.shown[trial] === 0)) refresh();
    before = selection.count;
    body.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const place = sorted.indexOf(selection.chosen) % ROWS_PER_PAGE;
    const shown = body.children[place];
    if (shown?.querySelector("button")?.textContent === columns[0]!.text(selection.chosen))
      shown.setAttribute("aria-current", "true");
  });
  show(0);
  headings[0]!.setAttribute("aria-sort", "ascending");
  const table = element("table", { class: "trades-table" }, element("thead", {}, element("tr", {}, ...headings)), body);
  const notice =
    all > trials.length
      ? [
          element(
            "p",
            { class: "cut" },
            `${numberText(trials.length, 0)} of ${numberText(all, 0)} trials are on this page: the best, and an even sample of the others by rank. The CSV file next to the page has all of them.`,
          ),
        ]
      : [];
  return section("Trials", "trades", ...notice, scroller("Trials", table), pagerHost);
}

function createColumns({ ranks, axes, metrics, lowIsBetter }: Trials): TrialColumn[] {
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
      ...(COLORED_METRICS.has(metric.name) && { tone: (trial: number) => toneOf(metric.values[trial]!) }),
    })),
  ];
}
