import type { RunResult } from "../../engine/run-result.ts";
import type { MarketData } from "../../market/market-data.ts";
import { pluralize } from "../../primitives/words.ts";
import type { Finding } from "../../research/checks/doctor.ts";
import { doubtsOf } from "../doubts.ts";
import { rangeText } from "../format.ts";
import { valueText, type Labelled } from "../labelled.ts";

/** What every page of research begins and ends with. Text of the user's own in it is data and never markup. */
export interface ResearchHead {
  /** What was done: `parameter sweep`. */
  readonly what: string;
  readonly title: string;
  /** Beside the title: parameters that were chosen or given. */
  readonly params: readonly Labelled[];
  /** Below it: on what, from when to when, how much. */
  readonly facts: readonly string[];
  /** What a reader must know before he believes the numbers. */
  readonly warnings: readonly string[];
  /** What the doctor found in the run that the page is about. */
  readonly doubts: readonly Finding[];
  /** What the page cannot tell. */
  readonly limits: readonly string[];
  /** Where the data come from. */
  readonly notes: readonly string[];
  /** What identifies it. */
  readonly marks: readonly Labelled[];
  readonly engineVersion: string;
}

/** Symbols, interval and range of a run as words. */
export function runFacts(result: RunResult): string[] {
  const { symbols, interval, counts } = result;
  return [symbols.join(", "), interval, rangeText(result).join(" to "), pluralize(counts.bars, "bar")];
}

/** What a run says of itself that stands at the head of a page about it. */
export function runHead(
  result: RunResult,
  data: MarketData,
): Pick<ResearchHead, "title" | "params" | "doubts" | "notes" | "engineVersion"> {
  return {
    title: result.strategy,
    params: paramRows(result.params),
    doubts: doubtsOf(result, data),
    notes: result.notes,
    engineVersion: result.engineVersion,
  };
}

/** Parameters by name, as text. */
export function paramRows(params: Readonly<Record<string, unknown>>): Labelled[] {
  return Object.entries(params).map(([label, value]) => ({ label, text: valueText(value) }));
}
