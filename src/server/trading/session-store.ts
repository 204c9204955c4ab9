import { createHash } from "node:crypto";
import type { Statement } from "libsql";
import type { Phase } from "../../simulation/simulation.ts";
import type { SessionTerms } from "../sessions/session-terms.ts";
import type { StateStore } from "../store/state-store.ts";
import type { Command } from "./command.ts";
import type { AccountSettings } from "./exchange.ts";

/** A session as it is kept. */
export interface StoredSession {
  readonly id: string;
  /** Checksum of the recording that it replays. */
  readonly recording: string;
  readonly start: number;
  /** The last moment, as it was asked for when the session was first made; undefined where that was not kept. */
  readonly last?: number | undefined;
  readonly settings: AccountSettings;
  readonly time: number;
  readonly phase: Phase;
  /** What its control made of it; left out for one that is as it was begun. */
  readonly restarted?: Restarted | undefined;
}

/** A session that its control began anew. */
export interface Restarted {
  readonly epoch: number;
  /** Where the transcript of the epoch begins. */
  readonly origin: number;
  /** What takes part, where the control has said so. */
  readonly terms?: Omit<SessionTerms, "start" | "settings" | "speed"> | undefined;
  /** What was asked for when the session was first made: a server that asks for the same goes on with it. */
  readonly asked: Pick<StoredSession, "start" | "settings">;
}

/** What an account has come to, to hold it against when it is made anew. */
export interface AccountCounts {
  readonly events: number;
  readonly fills: number;
  readonly cash: number;
}

/** An account as it is kept: when it was made, and counts that its commands must lead to. */
export interface StoredAccount extends AccountCounts {
  readonly number: number;
  readonly key: string;
  readonly time: number;
  readonly phase: Phase;
  /** The last command of the session before the counts were taken; 0 for none. */
  readonly arrival: number;
}

/** A command with the position at which it came. */
export interface StoredCommand {
  readonly arrival: number;
  readonly account: number;
  readonly time: number;
  readonly phase: Phase;
  readonly command: Command;
  /** What the command made of its account; left out where that was not kept. */
  readonly counts?: AccountCounts | undefined;
}

/** What accounts were after a number of commands, as bytes of a format. */
export interface StoredSnapshot {
  readonly format: string;
  readonly arrival: number;
  readonly body: Uint8Array;
}

/** An answer that is given again to who repeats his request. */
export interface StoredAnswer {
  readonly digest: string;
  readonly answer: string;
}

/** How far the commands of a session are from those of the next. */
const SESSION_PLACES = 2 ** 32;

/** The tables of replay sessions and their accounts. */
export class SessionStore {
  readonly #database: StateStore["database"];
  readonly #statements = new Map<string, Statement>();
  /** Where the commands of sessions begin. */
  readonly #places = new Map<string, number>();

  /** Outlives the process. */
  readonly lasts: boolean;

  constructor(store: StateStore) {
    this.#database = store.database;
    this.lasts =
      (this.#of("SELECT file FROM pragma_database_list WHERE name = 'main'").get() as { file: string }).file !== "";
  }

  /** As it stands: where its last command found it, if that is further than what was kept of it since. */
  session(id: string): StoredSession | undefined {
    const row = this.#of(
      "SELECT id, recording, start, last, settings, time, phase, restarted FROM sessions WHERE id = ?",
    ).get(id) as
      | (Omit<StoredSession, "last" | "settings" | "restarted"> & {
          readonly last: number | null;
          readonly settings: string;
          readonly restarted: string | null;
        })
      | undefined;
    if (row === undefined) return undefined;
    const settings = JSON.parse(row.settings) as AccountSettings;
    const restarted = row.restarted === null ? undefined : (JSON.parse(row.restarted) as Restarted);
    const command = this.#of(
      "SELECT time, phase FROM commands WHERE place > ? AND place < ? ORDER BY place DESC LIMIT 1",
    ).get(...this.#range(id)) as Pick<StoredSession, "time" | "phase"> | undefined;
    const isBehind =
      command !== undefined && (row.time < command.time || (row.time === command.time && row.phase < command.phase));
    return { ...row, ...(isBehind ? command : {}), last: row.last ?? undefined, settings, restarted };
  }

  addSession({ id, recording, start, last, settings, time, phase, restarted }: StoredSession): void {
    this.#places.delete(id);
    this.#of(
      "INSERT INTO sessions VALUES (?, ?, ?, ?, ?, ?, ?, (SELECT coalesce(max(number), 0) + 1 FROM sessions), ?)",
    ).run(
      id,
      recording,
      start,
      JSON.stringify(settings),
      time,
      phase,
      restarted === undefined ? null : JSON.stringify(restarted),
      last ?? null,
    );
  }

  /** Keeps under another name, in another state, what is kept of a session: its accounts, commands and answers. */
  copy(id: string, to: SessionStore, name: string): void {
    to.addSession({ ...this.session(id)!, id: name });
    for (const account of this.accounts(id)) to.addAccount(name, account);
    for (const command of this.commands(id)) to.addCommand(name, command);
    const snapshot = this.snapshot(id);
    if (snapshot !== undefined) to.setSnapshot(name, snapshot);
    this.copyAnswers(id, to, name);
  }

  /** Keeps under another name, in another state, the answers that are given again. */
  copyAnswers(id: string, to: SessionStore, name: string): void {
    const rows = this.#of("SELECT account, key, digest, answer FROM answers WHERE session = ?").all(id);
    for (const { account, key, ...answer } of rows as (StoredAnswer & { account: number; key: string })[])
      to.addAnswer(name, account, key, answer);
  }

  /** Forgets a session with all that was in it. */
  removeSession(id: string): void {
    this.#of("DELETE FROM sessions WHERE id = ?").run(id);
    this.#places.delete(id);
  }

  /** Keeps the last moment of a session of which it was not kept. */
  setLast(id: string, last: number): void {
    this.#of("UPDATE sessions SET last = ? WHERE id = ?").run(last, id);
  }

  movePosition(id: string, time: number, phase: Phase): void {
    this.#of("UPDATE sessions SET time = ?, phase = ? WHERE id = ?").run(time, phase, id);
  }

  accounts(session: string): readonly StoredAccount[] {
    return this.#of(
      "SELECT number, key, time, phase, events, fills, cash, arrival FROM accounts WHERE session = ? ORDER BY number",
    ).all(session) as StoredAccount[];
  }

  addAccount(session: string, { number, key, time, phase, events, fills, cash, arrival }: StoredAccount): void {
    this.#of("INSERT INTO accounts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)").run(
      session,
      number,
      key,
      time,
      phase,
      events,
      fills,
      cash,
      arrival,
    );
  }

  countAccount(session: string, number: number, { events, fills, cash }: AccountCounts, arrival: number): void {
    this.#of("UPDATE accounts SET events = ?, fills = ?, cash = ?, arrival = ? WHERE session = ? AND number = ?").run(
      events,
      fills,
      cash,
      arrival,
      session,
      number,
    );
  }

  /** The commands of a session, or those after the first `after`. */
  commands(session: string, after = 0): readonly StoredCommand[] {
    const range = this.#range(session);
    const rows = this.#of(
      "SELECT place, account, time, phase, command, events, fills, cash FROM commands WHERE place > ? AND place < ? ORDER BY place",
    ).all(range[0] + after, range[1]) as (Omit<StoredCommand, "arrival" | "command" | "counts"> & {
      readonly place: number;
      readonly command: string;
    } & (AccountCounts | { readonly [Count in keyof AccountCounts]: null }))[];
    return rows.map(({ place, command, events, fills, cash, ...row }) => ({
      ...row,
      arrival: place - range[0],
      command: JSON.parse(command) as Command,
      counts: events === null ? undefined : { events, fills, cash },
    }));
  }

  addCommand(session: string, { arrival, account, time, phase, command, counts }: StoredCommand): void {
    // One array: the values of a call that has them one by one are gathered twice.
    this.#of("INSERT INTO commands VALUES (?, ?, ?, ?, ?, ?, ?, ?)").run([
      this.#place(session) + arrival,
      account,
      time,
      phase,
      JSON.stringify(command),
      counts?.events ?? null,
      counts?.fills ?? null,
      counts?.cash ?? null,
    ]);
  }

  /** The snapshot of a session; undefined where there is none, or it is not what was written. */
  snapshot(session: string): StoredSnapshot | undefined {
    const row = this.#of("SELECT format, arrival, digest, body FROM snapshots WHERE session = ?").get(session) as
      | (StoredSnapshot & { readonly digest: string })
      | undefined;
    if (row === undefined) return undefined;
    const { digest, ...snapshot } = row;
    return digestOfSnapshot(snapshot) === digest ? snapshot : undefined;
  }

  setSnapshot(session: string, snapshot: StoredSnapshot): void {
    const { format, arrival, body } = snapshot;
    this.#of("INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?, ?, ?)").run(
      session,
      format,
      arrival,
      digestOfSnapshot(snapshot),
      body,
    );
  }

  answer(session: string, account: number, key: string): StoredAnswer | undefined {
    return this.#of("SELECT digest, answer FROM answers WHERE session = ? AND account = ? AND key = ?").get(
      session,
      account,
      key,
    ) as StoredAnswer | undefined;
  }

  addAnswer(session: string, account: number, key: string, { digest, answer }: StoredAnswer): void {
    this.#of("INSERT INTO answers VALUES (?, ?, ?, ?, ?)").run(session, account, key, digest, answer);
  }

  /** The place before the first command of a session. Throws for a session that is not kept. */
  #place(session: string): number {
    const known = this.#places.get(session);
    if (known !== undefined) return known;
    const row = this.#of("SELECT number FROM sessions WHERE id = ?").get(session) as { number: number } | undefined;
    if (row === undefined) throw new Error(`a session must be kept before its commands, ${session} was not`);
    const place = row.number * SESSION_PLACES;
    this.#places.set(session, place);
    return place;
  }

  /** Between which places the commands of a session lie. */
  #range(session: string): [number, number] {
    const place = this.#place(session);
    return [place, place + SESSION_PLACES];
  }

  /** A statement, prepared once. */
  #of(sql: string): Statement {
    let statement = this.#statements.get(sql);
    if (statement === undefined) this.#statements.set(sql, (statement = this.#database.prepare(sql)));
    return statement;
  }
}

function digestOfSnapshot({ format, arrival, body }: StoredSnapshot): string {
  return createHash("sha256").update(`${format} ${arrival} `).update(body).digest("hex");
}
