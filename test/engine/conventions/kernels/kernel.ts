/** What a strategy asks for at the close of a bar. A share is of what the engine shares out; 1 is all of it. */
export interface Asked {
  readonly close?: true;
  readonly side?: 1 | -1;
  readonly share?: number;
  readonly units?: number;
  readonly limit?: number;
  readonly stop?: number;
  readonly loss?: number;
  readonly profit?: number;
}

/** The orders of a run by the bar at whose close they are given. */
export type Plan = ReadonlyMap<number, readonly Asked[]>;

/** What an engine written by hand for one instrument comes to. */
export interface KernelRun {
  readonly equity: Float64Array;
  /** Fills as quantity with sign and price. */
  readonly fills: readonly (readonly [number, number])[];
}
