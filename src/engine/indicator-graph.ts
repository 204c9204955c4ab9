import type { Node, PriceField } from "../indicators/node.ts";

/** Nodes by name, and indicators of several outputs as records of nodes. */
export type IndicatorGraph = Readonly<Record<string, Node | Readonly<Record<string, Node>>>>;

/** The prices of one instrument, as nodes. */
export type PriceNodes = Readonly<Record<PriceField, Node>>;

/** What a strategy's graph may start from. */
export interface GraphSources extends PriceNodes {
  /** The prices of another symbol, joined on close time: always its last closed bar. */
  readonly bars: (of: { readonly symbol: string }) => PriceNodes;
  /** All symbols of the run, sorted. */
  readonly symbols: readonly string[];
}
