import "./research.css";
import type { ResearchPayload } from "../../report/research/payload.ts";
import { comparePage } from "./compare/compare-page.ts";
import { monteCarloPage } from "./monte-carlo/monte-carlo-page.ts";
import { sweepPage } from "./sweep/sweep-page.ts";
import { walkForwardPage } from "./walk-forward/walk-forward-page.ts";

/** Builds the parts of a page; what can only be drawn on the page is drawn later. */
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
