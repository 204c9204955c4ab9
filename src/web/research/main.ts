import "./research.css";
import type { ResearchPayload } from "../../report/html.ts";
import { comparePage } from "./compare/compare-page.ts";
import { monteCarloPage } from "./monte-carlo/monte-carlo-page.ts";
import { walkForwardPage } from "./walk-forward/walk-forward-page.ts";
import type { SweepPayload } from "../../report/research/sweep-payload.ts";
import { element, labelledTable, section } from "../report/element.ts";
import { closing, opening } from "./page/frame.ts";
import { bestTrialAndOverfitting } from "./sweep/chosen-trial.ts";
import { heatmap } from "./sweep/heatmap.ts";
import { parallel } from "./sweep/parallel.ts";
import { Selection } from "./sweep/selection.ts";
import { trialsOf } from "./sweep/trials.ts";
import { trialsTable } from "./sweep/trials-table.ts";

/**
 * For each kind of research, a function that creates the parts of its page. `drawLater` postpones drawing until the parts are on the page.
 */
type Pages = {
  readonly [K in ResearchPayload["kind"]]: (
    payload: Extract<ResearchPayload, { readonly kind: K }>,
    drawLater: (draw: () => void) => void,
  ) => readonly HTMLElement[];
};

const PAGES: Pages = {
  sweep: sweepPage,
  "walk-forward": walkForwardPage,
  "monte-carlo": monteCarloPage,
  compare: comparePage,
};

const payload = JSON.parse(document.querySelector("#payload")!.textContent) as ResearchPayload;
const page = document.querySelector<HTMLElement>("#report")!;
const later: (() => void)[] = [];
page.classList.add("research", payload.kind);
page.append(...PAGES[payload.kind](payload as never, (draw) => later.push(draw)));
for (const draw of later) draw();

/** Creates the page of a sweep or a search. */
function sweepPage(sweep: SweepPayload): readonly HTMLElement[] {
  const trials = trialsOf(sweep);
  const selection = new Selection(trials.length);
  const varied = trials.axes.filter(({ choices }) => choices.length > 1);
  const constant = sweep.alike.length > 0 ? [section("Equal in all trials", "alike", labelledTable(sweep.alike))] : [];
  return [
    ...opening(sweep),
    bestTrialAndOverfitting(sweep, trials, selection),
    ...(varied.length > 1 ? [heatmap(trials, selection)] : []),
    ...(trials.length > 1 ? [parallel(trials, selection)] : []),
    trialsTable(trials, selection, sweep.trials),
    element(
      "div",
      { class: "two" },
      section("Settings and conventions", "settings", labelledTable(sweep.settings)),
      ...constant,
    ),
    ...closing(sweep, false),
  ];
}
