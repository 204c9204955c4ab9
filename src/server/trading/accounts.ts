import { HindcastError } from "../../primitives/errors.ts";
import type { Phase } from "../../simulation/simulation.ts";
import { type AccountState, readAccounts, SNAPSHOT_FORMAT, storedAccounts } from "./account-state.ts";
import type { Command } from "./command.ts";
import type { Journal } from "./journal.ts";
import type { AccountCounts, SessionStore, StoredAnswer } from "./session-store.ts";
import { TradingAccount } from "./trading-account.ts";
import type { TradingPlace } from "./trading-place.ts";

/** Milliseconds of the wall clock after which a position is kept that nothing happened at. */
const KEEP_MS = 1_000;

/** After how many commands a snapshot is written at the earliest, and after which share of all of them: so that all snapshots together are a few times as long as the last. */
export const SNAPSHOTS = { commands: 10_000, share: 1 / 4 };

/**
 * The accounts of one session, one a key, which move with it. Every command is kept before it is answered, and the session's position with
 * all that happened up to it.
 */
export class Accounts {
  readonly session: string;
  readonly exchange: TradingPlace;
  readonly journal: Journal;
  readonly #store: SessionStore;
  readonly #wallClock: () => number;
  readonly #byKey = new Map<string, TradingAccount>();
  /** How many commands came before each account was made. */
  readonly #commandsBefore = new Map<TradingAccount, number>();
  /** Answers to repeated requests that are not on disk yet. */
  #answers = new Map<string, StoredAnswer>();
  #arrival = 0;
  /** The last command of the last snapshot. */
  #snapped = 0;
  #time: number;
  #phase: Phase;
  #kept = -Infinity;
  /** A write of the position is among those of this turn. */
  #noted = false;
  readonly #changed = new Set<TradingAccount>();
  readonly #listeners = new Set<(account: TradingAccount) => void>();

  constructor(
    session: string,
    exchange: TradingPlace,
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

  /** When an order of an account ends next because its time has passed, if nothing happens before; Infinity when none does. */
  get nextEnd(): number {
    let next = Infinity;
    for (const { run } of this.#byKey.values()) next = Math.min(next, run.simulation.nextExpiry);
    return next;
  }

  list(): readonly TradingAccount[] {
    return [...this.#byKey.values()];
  }

  /** The accounts that were made since it began, in order, each with the number of commands that came before it. */
  made(): readonly { readonly account: TradingAccount; readonly commandsBefore: number }[] {
    return Array.from(this.#commandsBefore, ([account, commandsBefore]) => ({ account, commandsBefore }));
  }

  /** The account of a key, made when it is first asked for. */
  of(keyId: string): TradingAccount {
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
    this.note();
    // It begins with its deposit, which is told before anything else that happens.
    this.#tell(account);
    return account;
  }

  /** Does what a client asked for, now. Returns the number of the first order that it made; 0 for none. */
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
    // It says where the session stands and what the account has come to: nothing else needs to be written.
    this.journal.write(() => this.#store.addCommand(this.session, row), true);
    this.#changed.add(account);
    this.#tell(account);
    if (this.#arrival - this.#snapped >= Math.max(SNAPSHOTS.commands, this.#arrival * SNAPSHOTS.share)) this.snapshot();
    return order;
  }

  /** Keeps what the accounts are now with the commit of this turn, so that a restart need not go through their commands again. */
  snapshot(): void {
    if (!this.#store.lasts || this.#arrival === this.#snapped || this.journal.isRefusing) return;
    const arrival = this.#arrival;
    this.#snapped = arrival;
    const states = this.list().map((account) => account.snapshot());
    if (!states.every((state) => state !== undefined)) return;
    const snapshot = { format: SNAPSHOT_FORMAT, arrival, body: storedAccounts(states) };
    this.journal.write(() => this.#store.setSnapshot(this.session, snapshot));
  }

  /** Moves all accounts on to a position. */
  advance(time: number, phase: Phase): void {
    this.#time = time;
    this.#phase = phase;
    let happened = false;
    for (const account of this.#byKey.values()) {
      if (!account.advance(time, phase)) continue;
      happened = true;
      this.#changed.add(account);
      this.#tell(account);
    }
    if (happened || this.#wallClock() >= this.#kept + KEEP_MS) this.note();
  }

  /** The answer that was given to a request of that name. */
  answer(account: TradingAccount, key: string): StoredAnswer | undefined {
    return this.#answers.get(`${account.number} ${key}`) ?? this.#store.answer(this.session, account.number, key);
  }

  remember(account: TradingAccount, key: string, answer: StoredAnswer): void {
    const name = `${account.number} ${key}`;
    this.#answers.set(name, answer);
    this.journal.write(() => {
      this.#store.addAnswer(this.session, account.number, key, answer);
      // All that waited goes with this commit.
      if (this.#answers.size > 0) this.#answers = new Map();
    });
  }

  /** Calls a listener whenever something happened to an account's orders or ledger; what is given back ends that. */
  onChange(listener: (account: TradingAccount) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The run of each account is over: what is held is closed as its settings say. */
  finalize(): void {
    for (const account of this.#byKey.values()) {
      account.finalize();
      this.#changed.add(account);
      this.#tell(account);
    }
    this.note();
  }

  /** Keeps where the session stands, at once. */
  keep(): void {
    this.note();
    this.journal.flush();
  }

  #tell(account: TradingAccount): void {
    for (const listener of this.#listeners) listener(account);
  }

  /** The position, and what the accounts that changed have come to, go with the commit of this turn. */
  note(): void {
    this.#kept = this.#wallClock();
    // While nothing can be written the session moves on; it is noted when it goes on from what is on disk.
    if (this.#noted || this.journal.isRefusing) return;
    this.#noted = true;
    this.journal.write(() => {
      this.#noted = false;
      this.#store.movePosition(this.session, this.#time, this.#phase);
      for (const { number, counts } of this.#changed)
        this.#store.countAccount(this.session, number, counts, this.#arrival);
      this.#changed.clear();
    });
  }

  /** Makes the accounts as they were after the last snapshot, then by their commands, and holds them against their counts. */
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
    this.#arrival = this.#snapped;
    const commands = this.#store.commands(this.session, this.#snapped);
    for (const { arrival, account: number, time, phase, command, counts } of commands) {
      const account = accounts[number - 1]!;
      account.advance(time, phase);
      account.apply(command, time, phase);
      if (counts !== undefined) this.#hold(account, counts);
      lastOf.set(account, arrival);
      this.#arrival = arrival;
    }
    for (const [i, account] of accounts.entries()) {
      account.advance(this.#time, this.#phase);
      this.#byKey.set(account.keyId, account);
      // A later command has counts of its own, and a snapshot that is later is of what they led to.
      if ((lastOf.get(account) ?? this.#snapped) <= stored[i]!.arrival) this.#hold(account, stored[i]!);
    }
  }

  /** Accounts as they were kept, where this version reads them. */
  #readSnapshot(): readonly AccountState[] {
    const snapshot = this.#store.snapshot(this.session);
    if (snapshot === undefined || snapshot.format !== SNAPSHOT_FORMAT) return [];
    try {
      const states = readAccounts(snapshot.body);
      this.#snapped = snapshot.arrival;
      return states;
    } catch {
      // Another version of Node may have written it. The commands say the same.
      return [];
    }
  }

  /** Throws STATE_INVALID unless an account has come to what was kept of it. */
  #hold({ number, counts }: TradingAccount, { events, fills, cash }: AccountCounts): void {
    if (counts.events === events && counts.fills === fills && counts.cash === cash) return;
    const kept = { events, fills, cash };
    const [was, is] = [kept, counts].map((one) => `${one.events} events, ${one.fills} fills, ${one.cash} in cash`);
    const message = `account ${number} of the session ${this.session} does not match its stored totals (${was}; replayed: ${is}): a version of Hindcast with other trading rules wrote the state. Nothing of it is lost: serve it with that version, of which an upgraded file has a copy next to it, such as state.db.v9, or begin a new state with another --state`;
    throw new HindcastError("STATE_INVALID", message, {
      session: this.session,
      account: number,
      kept,
      replayed: counts,
    });
  }
}
