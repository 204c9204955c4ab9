import type { RunResult } from "../../engine/run-result.ts";
import { pluralize } from "../../primitives/words.ts";
import type { Finding } from "../../research/checks/doctor.ts";
import { findingsBesideWarnings } from "../findings.ts";
import { rangeText } from "../format-time.ts";
import { valueText, type Labelled } from "../labelled.ts";

/** Parts that every research page has. Text given by the user is never interpreted as HTML. */
export interface ResearchHead {
  /** Kind of experiment, such as `parameter sweep`. */
  readonly what: string;
  readonly title: string;
  /** Parameters shown next to the title. */
  readonly params: readonly Labelled[];
  /** Facts shown below the title: symbols, range and number of bars. */
  readonly facts: readonly string[];
  /** Warnings about the results. */
  readonly warnings: readonly string[];
  /** Findings of the checks on the run that the page shows. */
  readonly doubts: readonly Finding[];
  /** Sentences that say what the results do not prove. */
  readonly limits: readonly string[];
  /** Sources of the data. */
  readonly notes: readonly string[];
  /** Hashes that identify the results. */
  readonly marks: readonly Labelled[];
  readonly engineVersion: string;
}

/** Returns the symbols, interval, range and number of bars of a run as texts. */
export function runFacts(result: RunResult): string[] {
  const { symbols, interval, counts } = result;
  return [symbols.join(", "), interval, rangeText(result).join(" to "), pluralize(counts.bars, "bar")];
}

/** Returns the parts of a research page that come from its run. */
export function runHead(
  result: RunResult,
): Pick<ResearchHead, "title" | "params" | "doubts" | "notes" | "engineVersion"> {
  return {
    title: result.strategy,
    params: paramRows(result.params),
    doubts: findingsBesideWarnings(result),
    notes: result.notes,
    engineVersion: result.engineVersion,
  };
}

/** Parameters as rows of a table. */
export function paramRows(params: Readonly<Record<string, unknown>>): Labelled[] {
  return Object.entries(params).map(([label, value]) => ({ label, text: valueText(value) }));
}
