import { HindcastError } from "../../primitives/errors.ts";
import type { Phase } from "../../simulation/simulation.ts";
import { type AccountState, readAccounts, SNAPSHOT_FORMAT, storedAccounts } from "./account-state.ts";
import type { Command } from "./command.ts";
import type { Journal } from "./journal.ts";
import type { AccountCounts, SessionStore, StoredAnswer } from "./session-store.ts";
import { TradingAccount } from "./trading-account.ts";
import type { TradingVenue } from "./trading-venue.ts";

/** Milliseconds of real time after which a changed market time is stored although nothing else happened. */
const POSITION_WRITE_MS = 1_000;

/**
 * A snapshot is written after this many commands, which are also at least this share of all commands. The share limits the total work of
 * writing snapshots.
 */
export const SNAPSHOT_INTERVAL = { commands: 10_000, share: 1 / 4 };

/**
 * The accounts of one session, one per API key, which advance together. Every command is stored before it is answered. The session's market
 * time is stored with each command and at intervals.
 */
export class Accounts {
  readonly session: string;
  readonly exchange: TradingVenue;
  readonly journal: Journal;
  readonly #store: SessionStore;
  readonly #wallClock: () => number;
  readonly #byKey = new Map<string, TradingAccount>();
  /** Number of commands before each account was created. */
  readonly #commandsBefore = new Map<TradingAccount, number>();
  /** Responses that are kept for repeated requests but are not on disk yet. */
  #answers = new Map<string, StoredAnswer>();
  #arrival = 0;
  /** Number of the last command that the last snapshot contains. */
  #snapshotArrival = 0;
  #time: number;
  #phase: Phase;
  #positionQueuedAt = -Infinity;
  /** Whether the next commit writes the market time. */
  #isPositionQueued = false;
  readonly #changed = new Set<TradingAccount>();
  readonly #listeners = new Set<(account: TradingAccount) => void>();

  constructor(
    session: string,
    exchange: TradingVenue,
    store: SessionStore,
    journal: Journal,
    position: { readonly time: number; readonly phase: Phase },
    wallClock: () => number,
  ) {
    this.session = session;
    this.exchange = exchange;
    this.journal = journal;
    this.#store = store;
    this.#time = position.time;
    this.#phase = position.phase;
    this.#wallClock = wallClock;
    this.#restore();
  }

  get time(): number {
    return this.#time;
  }

  get phase(): Phase {
    return this.#phase;
  }

  /** Time at which the next order expires; Infinity if none expires. */
  get nextEnd(): number {
    let next = Infinity;
    for (const { run } of this.#byKey.values()) next = Math.min(next, run.simulation.nextExpiry);
    return next;
  }

  list(): readonly TradingAccount[] {
    return [...this.#byKey.values()];
  }

  /** Returns the accounts that were created since the start, in order, with the number of commands before each. */
  created(): readonly { readonly account: TradingAccount; readonly commandsBefore: number }[] {
    return Array.from(this.#commandsBefore, ([account, commandsBefore]) => ({ account, commandsBefore }));
  }

  /** Returns the account of an API key, and creates it on first use. */
  accountOf(keyId: string): TradingAccount {
    const known = this.#byKey.get(keyId);
    if (known !== undefined) return known;
    this.journal.check();
    const number = this.#byKey.size + 1;
    const account = new TradingAccount(number, keyId, this.exchange, this.#time, this.#phase);
    this.#byKey.set(keyId, account);
    this.#commandsBefore.set(account, this.#arrival);
    const { counts } = account;
    const row = { number, key: keyId, time: this.#time, phase: this.#phase, ...counts, arrival: this.#arrival };
    this.journal.write(() => this.#store.addAccount(this.session, row));
    this.queuePosition();
    // Reports the deposit of the new account before any other event.
    this.#notify(account);
    return account;
  }

  /** Executes a command at once. Returns the number of the first order that it creates; 0 for none. */
  execute(account: TradingAccount, command: Command): number {
    this.journal.check();
    const order = account.apply(command, this.#time, this.#phase);
    const row = {
      arrival: ++this.#arrival,
      account: account.number,
      time: this.#time,
      phase: this.#phase,
      command,
      counts: account.counts,
    };
    // The stored command contains the market time and the account's totals, so nothing else has to be written.
    this.journal.write(() => this.#store.addCommand(this.session, row), true);
    this.#changed.add(account);
    this.#notify(account);
    if (
      this.#arrival - this.#snapshotArrival >=
      Math.max(SNAPSHOT_INTERVAL.commands, this.#arrival * SNAPSHOT_INTERVAL.share)
    )
      this.snapshot();
    return order;
  }

  /** Stores a snapshot with the next commit, so that a restart need not repeat all commands. */
  snapshot(): void {
    if (!this.#store.isPersistent || this.#arrival === this.#snapshotArrival || this.journal.hasFailed) return;
    const arrival = this.#arrival;
    this.#snapshotArrival = arrival;
    const states = this.list().map((account) => account.snapshot());
    if (!states.every((state) => state !== undefined)) return;
    const snapshot = { format: SNAPSHOT_FORMAT, arrival, body: storedAccounts(states) };
    this.journal.write(() => this.#store.setSnapshot(this.session, snapshot));
  }

  /** Advances all accounts to a market time and phase. */
  advance(time: number, phase: Phase): void {
    this.#time = time;
    this.#phase = phase;
    let changed = false;
    for (const account of this.#byKey.values()) {
      if (!account.advance(time, phase)) continue;
      changed = true;
      this.#changed.add(account);
      this.#notify(account);
    }
    if (changed || this.#wallClock() >= this.#positionQueuedAt + POSITION_WRITE_MS) this.queuePosition();
  }

  /** Returns the stored response to a request with an idempotency key. */
  answer(account: TradingAccount, key: string): StoredAnswer | undefined {
    return this.#answers.get(`${account.number} ${key}`) ?? this.#store.answer(this.session, account.number, key);
  }

  remember(account: TradingAccount, key: string, answer: StoredAnswer): void {
    const name = `${account.number} ${key}`;
    this.#answers.set(name, answer);
    this.journal.write(() => {
      this.#store.addAnswer(this.session, account.number, key, answer);
      // This commit contains all waiting responses.
      if (this.#answers.size > 0) this.#answers = new Map();
    });
  }

  /** Calls a listener whenever the orders or the ledger of an account change. Returns a function that removes the listener. */
  onChange(listener: (account: TradingAccount) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Ends the run of each account. The settings decide whether this closes positions. */
  finalize(): void {
    for (const account of this.#byKey.values()) {
      account.finalize();
      this.#changed.add(account);
      this.#notify(account);
    }
    this.queuePosition();
  }

  /** Stores the market time at once. */
  writePosition(): void {
    this.queuePosition();
    this.journal.flush();
  }

  #notify(account: TradingAccount): void {
    for (const listener of this.#listeners) listener(account);
  }

  /** Writes the market time and the totals of changed accounts with the next commit. */
  queuePosition(): void {
    this.#positionQueuedAt = this.#wallClock();
    // While writes fail, the session continues. The market time is written after it is restored from disk.
    if (this.#isPositionQueued || this.journal.hasFailed) return;
    this.#isPositionQueued = true;
    this.journal.write(() => {
      this.#isPositionQueued = false;
      this.#store.movePosition(this.session, this.#time, this.#phase);
      for (const { number, counts } of this.#changed)
        this.#store.setAccountCounts(this.session, number, counts, this.#arrival);
      this.#changed.clear();
    });
  }

  /** Restores accounts from the last snapshot, repeats later commands and verifies the totals. */
  #restore(): void {
    const stored = this.#store.accounts(this.session);
    const states = new Map(this.#readSnapshot().map((state) => [state.number, state]));
    const accounts = stored.map(({ number, key, time, phase }) => {
      const account = new TradingAccount(number, key, this.exchange, time, phase);
      const state = states.get(number);
      if (state !== undefined) account.restore(state);
      return account;
    });
    const lastOf = new Map<TradingAccount, number>();
    this.#arrival = this.#snapshotArrival;
    const commands = this.#store.commands(this.session, this.#snapshotArrival);
    for (const { arrival, account: number, time, phase, command, counts } of commands) {
      const account = accounts[number - 1]!;
      account.advance(time, phase);
      account.apply(command, time, phase);
      if (counts !== undefined) this.#checkCounts(account, counts);
      lastOf.set(account, arrival);
      this.#arrival = arrival;
    }
    for (const [i, account] of accounts.entries()) {
      account.advance(this.#time, this.#phase);
      this.#byKey.set(account.keyId, account);
      // Commands after these totals have totals of their own, and a later snapshot is verified by its digest.
      if ((lastOf.get(account) ?? this.#snapshotArrival) <= stored[i]!.arrival) this.#checkCounts(account, stored[i]!);
    }
  }

  /** Returns the accounts of the last snapshot; none if this version cannot read it. */
  #readSnapshot(): readonly AccountState[] {
    const snapshot = this.#store.snapshot(this.session);
    if (snapshot === undefined || snapshot.format !== SNAPSHOT_FORMAT) return [];
    try {
      const states = readAccounts(snapshot.body);
      this.#snapshotArrival = snapshot.arrival;
      return states;
    } catch {
      // Another version of Node may have written the snapshot. Then all commands are repeated instead.
      return [];
    }
  }

  /** Throws STATE_INVALID unless the totals of an account equal its stored totals. */
  #checkCounts({ number, counts }: TradingAccount, { events, fills, cash }: AccountCounts): void {
    if (counts.events === events && counts.fills === fills && counts.cash === cash) return;
    const kept = { events, fills, cash };
    const [was, is] = [kept, counts].map((one) => `${one.events} events, ${one.fills} fills, ${one.cash} in cash`);
    const message = `account ${number} of the session ${this.session} does not match its stored totals (${was}; replayed: ${is}): a version of Hindcast with other trading rules wrote the state. No data are lost. Use that version (an upgraded state has a copy next to it, such as state.db.v9), or start a new state with another --state`;
    throw new HindcastError("STATE_INVALID", message, {
      session: this.session,
      account: number,
      kept,
      replayed: counts,
    });
  }
}
