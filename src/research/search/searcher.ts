import type { Axis } from "../space/axis.ts";

/** A point as a share from 0 to 1 on each axis. */
export type Shares = Float64Array;

/**
 * A search that is asked for points and told what they came to. It hears of a whole generation at once, in the order of trials, so that what it
 * asks for does not depend on which of them ended first.
 */
export interface Searcher {
  ask(): Shares;
  /** Values are the higher the better; NaN where there is none. */
  tell(points: readonly Shares[], values: readonly number[]): void;
}

/** Makes a searcher for a space; `generation` is the number of points between two tellings. */
export type SearchMethod = (axes: readonly Axis[], generation: number, seed: number) => Searcher;
