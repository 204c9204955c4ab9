import type { StepKind } from "../../schemas/steps.ts";
import type { SessionTerms } from "./session-terms.ts";

export type Speed = number | "max";

/** How a session is moved by more than time passing. What makes no sense in its state throws an ApiError of code REPLAY_STATE. */
export interface SessionControl {
  /** Nothing later happens: its own end, or that of all that was recorded. */
  readonly end: number;
  /** Begins anew, with terms of its own. It must stand still. */
  start(terms: SessionTerms): void;
  pause(): void;
  resume(): void;
  setSpeed(speed: Speed): void;
  /** Goes on by so many steps. It must stand still. */
  step(by: StepKind, count: number): void;
  /** Goes on until after all that happens at an instant. It must stand still. */
  advanceTo(time: number): void;
  /** Goes to a moment; to an earlier one by beginning anew, without the accounts that there were. */
  seek(time: number): void;
}
