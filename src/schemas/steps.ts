/** Steps by which the clock of a replay session can advance. */
export const STEPS = ["event", "bar", "minute", "session"] as const;
export type StepKind = (typeof STEPS)[number];
