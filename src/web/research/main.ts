import "./research.css";
import type { ResearchPayload } from "../../report/research/payload.ts";
import { monteCarloPage } from "./monte-carlo/monte-carlo-page.ts";
import { sweepPage } from "./sweep/sweep-page.ts";

type Pages = {
  readonly [K in ResearchPayload["kind"]]: (payload: Extract<ResearchPayload, { kind: K }>) => readonly HTMLElement[];
};

const PAGES: Pages = { sweep: sweepPage, "monte-carlo": monteCarloPage };

const payload = JSON.parse(document.querySelector("#payload")!.textContent) as ResearchPayload;
const page = document.querySelector<HTMLElement>("#report")!;
page.classList.add("research", payload.kind);
page.append(...PAGES[payload.kind](payload as never));
