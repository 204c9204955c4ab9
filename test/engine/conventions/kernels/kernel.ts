/** Request of a strategy at the close of a bar. A share is a fraction of what the engine invests; 1 is all of it. */
export interface PlannedRequest {
  readonly close?: true;
  readonly side?: 1 | -1;
  readonly share?: number;
  readonly units?: number;
  readonly limit?: number;
  readonly stop?: number;
  readonly loss?: number;
  readonly profit?: number;
}

/** Requests of a run, by the index of the bar at whose close they are submitted. */
export type Plan = ReadonlyMap<number, readonly PlannedRequest[]>;

/** Outcome of a kernel run. */
export interface KernelRun {
  readonly equity: Float64Array;
  /** Fills as signed quantity and price. */
  readonly fills: readonly (readonly [number, number])[];
}
