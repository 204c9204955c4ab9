/** Steps by which a session can advance. */
export const STEPS = ["event", "bar", "minute", "session"] as const;
export type StepKind = (typeof STEPS)[number];
