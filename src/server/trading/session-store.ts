import { createHash } from "node:crypto";
import type { Statement } from "libsql";
import type { Phase } from "../../simulation/simulation.ts";
import type { SessionTerms } from "../sessions/session-terms.ts";
import type { StateStore } from "../store/state-store.ts";
import type { Command } from "./command.ts";
import type { AccountSettings } from "./exchange.ts";

/** A session as the database stores it. */
export interface StoredSession {
  readonly id: string;
  /** Checksum of the recording. */
  readonly recording: string;
  readonly start: number;
  /** End of the session as requested when it was created; undefined if an older version created the session. */
  readonly last?: number | undefined;
  readonly settings: AccountSettings;
  readonly time: number;
  readonly phase: Phase;
  /** Changes to the session by later requests; undefined if there were none. */
  readonly restarted?: Restarted | undefined;
}

/** Data of a session that a request has restarted. */
export interface Restarted {
  readonly epoch: number;
  /** Market time at which the epoch's transcript begins. */
  readonly origin: number;
  /** Terms that the request stated, if any. */
  readonly terms?: Omit<SessionTerms, "start" | "settings" | "speed"> | undefined;
  /** Parameters with which the session was created. A server with the same parameters continues the session. */
  readonly asked: Pick<StoredSession, "start" | "settings">;
}

/** Totals of an account, which verify the account after a restart. */
export interface AccountCounts {
  readonly events: number;
  readonly fills: number;
  readonly cash: number;
}

/** An account as the database stores it, with its totals. */
export interface StoredAccount extends AccountCounts {
  readonly number: number;
  readonly key: string;
  readonly time: number;
  readonly phase: Phase;
  /** Number of the last command before the totals were taken; 0 for none. */
  readonly arrival: number;
}

/** A command as the database stores it, with its market time. */
export interface StoredCommand {
  readonly arrival: number;
  readonly account: number;
  readonly time: number;
  readonly phase: Phase;
  readonly command: Command;
  /** Totals of the account after the command; undefined if an older version stored the command. */
  readonly counts?: AccountCounts | undefined;
}

/** State of a session's accounts after a number of commands, in serialized form. */
export interface StoredSnapshot {
  readonly format: string;
  readonly arrival: number;
  readonly body: Uint8Array;
}

/** A response that the database keeps for repeated requests. */
export interface StoredAnswer {
  readonly digest: string;
  readonly answer: string;
}

/** Distance between the numbers of the first commands of two sessions. */
const PLACES_PER_SESSION = 2 ** 32;

/** The database tables of replay sessions and their accounts. */
export class SessionStore {
  readonly #database: StateStore["database"];
  readonly #statements = new Map<string, Statement>();
  /** Number before the first command of each session. */
  readonly #firstPlaces = new Map<string, number>();

  /** Whether the database is a file on disk, not in memory. */
  readonly isPersistent: boolean;

  constructor(store: StateStore) {
    this.#database = store.database;
    this.isPersistent =
      (this.#statement("SELECT file FROM pragma_database_list WHERE name = 'main'").get() as { file: string }).file !==
      "";
  }

  /** Returns a stored session at its last market time: that of its last command, or the stored one if it is later. */
  session(id: string): StoredSession | undefined {
    const row = this.#statement(
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
    const command = this.#statement(
      "SELECT time, phase FROM commands WHERE place > ? AND place < ? ORDER BY place DESC LIMIT 1",
    ).get(...this.#range(id)) as Pick<StoredSession, "time" | "phase"> | undefined;
    const isBehind =
      command !== undefined && (row.time < command.time || (row.time === command.time && row.phase < command.phase));
    return { ...row, ...(isBehind ? command : {}), last: row.last ?? undefined, settings, restarted };
  }

  addSession({ id, recording, start, last, settings, time, phase, restarted }: StoredSession): void {
    this.#firstPlaces.delete(id);
    this.#statement(
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

  /** Copies a session to another database under another id, with its accounts, commands and responses. */
  copy(id: string, to: SessionStore, name: string): void {
    to.addSession({ ...this.session(id)!, id: name });
    for (const account of this.accounts(id)) to.addAccount(name, account);
    for (const command of this.commands(id)) to.addCommand(name, command);
    const snapshot = this.snapshot(id);
    if (snapshot !== undefined) to.setSnapshot(name, snapshot);
    this.copyAnswers(id, to, name);
  }

  /** Copies the responses that are stored for a session. */
  copyAnswers(id: string, to: SessionStore, name: string): void {
    const rows = this.#statement("SELECT account, key, digest, answer FROM answers WHERE session = ?").all(id);
    for (const { account, key, ...answer } of rows as (StoredAnswer & { account: number; key: string })[])
      to.addAnswer(name, account, key, answer);
  }

  /** Deletes a session with all its data. */
  removeSession(id: string): void {
    this.#statement("DELETE FROM sessions WHERE id = ?").run(id);
    this.#firstPlaces.delete(id);
  }

  /** Stores the end of a session that an older version created. */
  setEnd(id: string, last: number): void {
    this.#statement("UPDATE sessions SET last = ? WHERE id = ?").run(last, id);
  }

  movePosition(id: string, time: number, phase: Phase): void {
    this.#statement("UPDATE sessions SET time = ?, phase = ? WHERE id = ?").run(time, phase, id);
  }

  accounts(session: string): readonly StoredAccount[] {
    return this.#statement(
      "SELECT number, key, time, phase, events, fills, cash, arrival FROM accounts WHERE session = ? ORDER BY number",
    ).all(session) as StoredAccount[];
  }

  addAccount(session: string, { number, key, time, phase, events, fills, cash, arrival }: StoredAccount): void {
    this.#statement("INSERT INTO accounts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)").run(
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

  setAccountCounts(session: string, number: number, { events, fills, cash }: AccountCounts, arrival: number): void {
    this.#statement(
      "UPDATE accounts SET events = ?, fills = ?, cash = ?, arrival = ? WHERE session = ? AND number = ?",
    ).run(events, fills, cash, arrival, session, number);
  }

  /** Returns the commands of a session without the first `after` ones. */
  commands(session: string, after = 0): readonly StoredCommand[] {
    const range = this.#range(session);
    const rows = this.#statement(
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
    // Passes one array, since the library would collect separate arguments into arrays twice.
    this.#statement("INSERT INTO commands VALUES (?, ?, ?, ?, ?, ?, ?, ?)").run([
      this.#firstPlace(session) + arrival,
      account,
      time,
      phase,
      JSON.stringify(command),
      counts?.events ?? null,
      counts?.fills ?? null,
      counts?.cash ?? null,
    ]);
  }

  /** Returns the snapshot of a session; undefined if there is none or if it is damaged. */
  snapshot(session: string): StoredSnapshot | undefined {
    const row = this.#statement("SELECT format, arrival, digest, body FROM snapshots WHERE session = ?").get(
      session,
    ) as (StoredSnapshot & { readonly digest: string }) | undefined;
    if (row === undefined) return undefined;
    const { digest, ...snapshot } = row;
    return digestOfSnapshot(snapshot) === digest ? snapshot : undefined;
  }

  setSnapshot(session: string, snapshot: StoredSnapshot): void {
    const { format, arrival, body } = snapshot;
    this.#statement("INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?, ?, ?)").run(
      session,
      format,
      arrival,
      digestOfSnapshot(snapshot),
      body,
    );
  }

  answer(session: string, account: number, key: string): StoredAnswer | undefined {
    return this.#statement("SELECT digest, answer FROM answers WHERE session = ? AND account = ? AND key = ?").get(
      session,
      account,
      key,
    ) as StoredAnswer | undefined;
  }

  addAnswer(session: string, account: number, key: string, { digest, answer }: StoredAnswer): void {
    this.#statement("INSERT INTO answers VALUES (?, ?, ?, ?, ?)").run(session, account, key, digest, answer);
  }

  /** Returns the number before the first command of a session. Throws if the session is not stored. */
  #firstPlace(session: string): number {
    const known = this.#firstPlaces.get(session);
    if (known !== undefined) return known;
    const row = this.#statement("SELECT number FROM sessions WHERE id = ?").get(session) as
      | { number: number }
      | undefined;
    if (row === undefined) throw new Error(`the session ${session} must be stored before its commands`);
    const place = row.number * PLACES_PER_SESSION;
    this.#firstPlaces.set(session, place);
    return place;
  }

  /** Returns the range of numbers of a session's commands. */
  #range(session: string): [number, number] {
    const place = this.#firstPlace(session);
    return [place, place + PLACES_PER_SESSION];
  }

  /** Returns a statement, which is prepared once and then reused. */
  #statement(sql: string): Statement {
    let statement = this.#statements.get(sql);
    if (statement === undefined) this.#statements.set(sql, (statement = this.#database.prepare(sql)));
    return statement;
  }
}

function digestOfSnapshot({ format, arrival, body }: StoredSnapshot): string {
  return createHash("sha256").update(`${format} ${arrival} `).update(body).digest("hex");
}
