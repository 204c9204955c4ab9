import type { Faults, FaultsBody } from "../../schemas/faults.ts";
import type { ReplaySession } from "../sessions/session.ts";
import { FaultPlan } from "./fault-plan.ts";

/** The faults that the sessions of a server are to have, and who waits because of them. */
export class FaultDesk {
  readonly #plans = new WeakMap<ReplaySession, FaultPlan>();
  readonly #waiting = new Map<() => void, NodeJS.Timeout>();

  /** Undefined for a session without faults. */
  of(session: ReplaySession): FaultPlan | undefined {
    return this.#plans.get(session);
  }

  show(session: ReplaySession): Faults {
    const { seed = 0, rules = [] } = this.#plans.get(session) ?? {};
    return { session: session.id, seed, rules };
  }

  /** In the place of those before, counted from now on. Throws INVALID_PARAMETERS. */
  set(session: ReplaySession, body: FaultsBody): void {
    this.#plans.set(session, new FaultPlan(body));
  }

  clear(session: ReplaySession): void {
    this.#plans.delete(session);
  }

  /** Calls back after a time by the clock of the world, or when the server closes; at once for none. */
  wait(ms: number, then: () => void): void {
    if (ms === 0) {
      then();
      return;
    }
    const done = (): void => {
      clearTimeout(this.#waiting.get(done));
      if (this.#waiting.delete(done)) then();
    };
    this.#waiting.set(done, setTimeout(done, ms));
  }

  /** Nobody waits any longer. */
  close(): void {
    for (const done of this.#waiting.keys()) done();
  }
}
