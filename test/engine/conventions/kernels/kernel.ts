/** Request that a plan submits at the close of a bar. A share is a fraction of the amount that the engine invests. */
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

/** Result of a kernel: its fills and final values. */
export interface KernelRun {
  readonly equity: Float64Array;
  /** Signed quantity and price of each fill. */
  readonly fills: readonly (readonly [number, number])[];
}
