import type { ComparePayload } from "./compare-payload.ts";
import type { MonteCarloPayload } from "./monte-carlo-payload.ts";
import type { SweepPayload } from "./sweep-payload.ts";
import type { WalkForwardPayload } from "./walk-forward-payload.ts";

/** What one of the pages of research shows; `kind` says which. */
export type ResearchPayload = SweepPayload | WalkForwardPayload | MonteCarloPayload | ComparePayload;
