/** How far a session moves at once. */
export const STEPS = ["event", "bar", "minute", "session"] as const;
export type StepKind = (typeof STEPS)[number];
