import type { Faults, FaultsBody } from "../../schemas/faults.ts";
import type {
  AdvanceBody,
  ReplayClock,
  ReplaySessionList,
  ReplaySessionRecord,
  SessionBody,
  StartBody,
} from "../../schemas/replay.ts";
import { BacktestRequests } from "./backtest-requests.ts";
import { idempotencyHeader, pathOf } from "../http.ts";

/** Faults to be met; with the seed 0 unless it says otherwise. */
export type NewFaults = Partial<FaultsBody> & Pick<FaultsBody, "rules">;

/** A session to be made; free unless it says otherwise. */
export type NewSession = Partial<SessionBody>;

/** And the control of the market's clock, of sessions and their faults. */
export class ReplayRequests extends BacktestRequests {
  replayClock(): Promise<ReplayClock> {
    return this.http.ask("GET", "/_replay/clock");
  }

  start(body: StartBody = {}): Promise<ReplayClock> {
    return this.http.ask("POST", "/_replay/start", { body });
  }

  pause(): Promise<ReplayClock> {
    return this.http.ask("POST", "/_replay/pause");
  }

  resume(): Promise<ReplayClock> {
    return this.http.ask("POST", "/_replay/resume");
  }

  setSpeed(speed: number | "max"): Promise<ReplayClock> {
    return this.http.ask("POST", "/_replay/speed", { body: { speed } });
  }

  advance(body: AdvanceBody = {}): Promise<ReplayClock> {
    return this.http.ask("POST", "/_replay/advance", { body });
  }

  seek(to: string): Promise<ReplayClock> {
    return this.http.ask("POST", "/_replay/seek", { body: { to } });
  }

  /** With an idempotency key one session is made, however often it is asked for. */
  createSession(body: NewSession = {}, idempotencyKey?: string): Promise<ReplaySessionRecord> {
    return this.http.ask("POST", "/_replay/sessions", { body, headers: idempotencyHeader(idempotencyKey) });
  }

  /** The main session and those that the key made; for a key with the scope `admin` those of all keys. */
  sessions(): Promise<ReplaySessionList> {
    return this.http.ask("GET", "/_replay/sessions");
  }

  /** Where a session stands. */
  session(id: string): Promise<ReplaySessionRecord> {
    return this.http.ask("GET", pathOf`/_replay/sessions/${id}`);
  }

  /** A session that stands where another does, with all that was done in it, and goes its own way from there. */
  forkSession(id: string, idempotencyKey?: string): Promise<ReplaySessionRecord> {
    return this.http.ask("POST", pathOf`/_replay/sessions/${id}/fork`, { headers: idempotencyHeader(idempotencyKey) });
  }

  deleteSession(id: string): Promise<ReplaySessionRecord> {
    return this.http.ask("DELETE", pathOf`/_replay/sessions/${id}`);
  }

  /** The faults that clients of the session meet, and how often each was met. */
  faults(): Promise<Faults> {
    return this.http.ask("GET", "/_replay/faults");
  }

  /** Lets clients of the session meet these faults, in the place of those before. */
  setFaults(body: NewFaults): Promise<Faults> {
    return this.http.ask("PUT", "/_replay/faults", { body });
  }

  clearFaults(): Promise<Faults> {
    return this.http.ask("DELETE", "/_replay/faults");
  }
}
