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

/** Faults to inject; the seed is 0 by default. */
export type NewFaults = Partial<FaultsBody> & Pick<FaultsBody, "rules">;

/** Options of a new replay session. By default its clock runs without waiting for the client. */
export type NewSession = Partial<SessionBody>;

/** Requests that control the market clock, replay sessions and injected faults. */
export class ReplayRequests extends BacktestRequests {
  replayClock(): Promise<ReplayClock> {
    return this.http.request("GET", "/_replay/clock");
  }

  start(body: StartBody = {}): Promise<ReplayClock> {
    return this.http.request("POST", "/_replay/start", { body });
  }

  pause(): Promise<ReplayClock> {
    return this.http.request("POST", "/_replay/pause");
  }

  resume(): Promise<ReplayClock> {
    return this.http.request("POST", "/_replay/resume");
  }

  setSpeed(speed: number | "max"): Promise<ReplayClock> {
    return this.http.request("POST", "/_replay/speed", { body: { speed } });
  }

  advance(body: AdvanceBody = {}): Promise<ReplayClock> {
    return this.http.request("POST", "/_replay/advance", { body });
  }

  seek(to: string): Promise<ReplayClock> {
    return this.http.request("POST", "/_replay/seek", { body: { to } });
  }

  /** Creates a replay session. With an idempotency key one session is created, even if the request is sent repeatedly. */
  createSession(body: NewSession = {}, idempotencyKey?: string): Promise<ReplaySessionRecord> {
    return this.http.request("POST", "/_replay/sessions", { body, headers: idempotencyHeader(idempotencyKey) });
  }

  /** Returns the main session and the sessions of the client's API key; with the scope `admin`, those of all keys. */
  sessions(): Promise<ReplaySessionList> {
    return this.http.request("GET", "/_replay/sessions");
  }

  /** Returns the state of a replay session. */
  session(id: string): Promise<ReplaySessionRecord> {
    return this.http.request("GET", pathOf`/_replay/sessions/${id}`);
  }

  /** Copies a replay session with its complete state; the copy then runs independently. */
  forkSession(id: string, idempotencyKey?: string): Promise<ReplaySessionRecord> {
    return this.http.request("POST", pathOf`/_replay/sessions/${id}/fork`, {
      headers: idempotencyHeader(idempotencyKey),
    });
  }

  deleteSession(id: string): Promise<ReplaySessionRecord> {
    return this.http.request("DELETE", pathOf`/_replay/sessions/${id}`);
  }

  /** Returns the injected faults of the session, and how often each occurred. */
  faults(): Promise<Faults> {
    return this.http.request("GET", "/_replay/faults");
  }

  /** Replaces the injected faults of the session. */
  setFaults(body: NewFaults): Promise<Faults> {
    return this.http.request("PUT", "/_replay/faults", { body });
  }

  clearFaults(): Promise<Faults> {
    return this.http.request("DELETE", "/_replay/faults");
  }
}
