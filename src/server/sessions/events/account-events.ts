import { formatInstant } from "../../../time/instant.ts";
import type { AccountRun } from "../../trading/account-run.ts";
import type { Accounts } from "../../trading/accounts.ts";
import { fillRecord, instrumentOf, orderRecord } from "../../trading/order-record.ts";
import type { TradingAccount } from "../../trading/trading-account.ts";
import type { EntryEvent, OrderEvent } from "../session-event.ts";
import type { Entry } from "../../../ledger/records.ts";
import type { EntryRecord } from "../../../schemas/entry.ts";
import { priceDecimals } from "../../market-data/prices.ts";
import { CRYPTO_DECIMALS, rounded, shownPrice } from "../../numbers.ts";
import { orderId } from "../../trading/ids.ts";

/** How much of an account was told. */
interface Cursor {
  run: AccountRun;
  events: number;
  fills: number;
  entries: number;
}

/** What happened to the orders and ledgers of a session's accounts since it was last asked. */
export class AccountEvents {
  readonly #accounts: Accounts;
  readonly #exact: boolean;
  readonly #cursors = new Map<TradingAccount, Cursor>();

  /** Begins with what happens from now on. */
  constructor(accounts: Accounts, exact: boolean) {
    this.#accounts = accounts;
    this.#exact = exact;
    for (const account of accounts.list()) {
      const { run } = account;
      const { eventCount, fills, entryCount } = run;
      this.#cursors.set(account, { run, events: eventCount, fills: fills.length, entries: entryCount });
    }
  }

  /** How many events and entries there were before. */
  get before(): number {
    let count = 0;
    for (const { run, toldBefore } of this.#accounts.list()) count += toldBefore + run.told;
    return count;
  }

  /** Tells of what is new: account by account, of each first its orders, then its ledger. */
  take(tell: (event: OrderEvent | EntryEvent) => void): void {
    for (const account of this.#accounts.list()) {
      const { run } = account;
      let cursor = this.#cursors.get(account);
      if (cursor === undefined || cursor.run !== run) {
        cursor = { run, events: 0, fills: 0, entries: 0 };
        this.#cursors.set(account, cursor);
        // An account begins with its deposit.
        this.#takeEntries(account, cursor, tell);
      }
      if (cursor.events < run.eventCount) this.#takeOrders(account, cursor, tell);
      if (cursor.entries < run.entryCount) this.#takeEntries(account, cursor, tell);
    }
  }

  #takeOrders(account: TradingAccount, cursor: Cursor, tell: (event: OrderEvent) => void): void {
    const { run } = cursor;
    const key = account.keyId;
    while (cursor.events < run.eventCount) {
      const { event, orderId: id, time } = run.event(cursor.events++);
      const order = orderRecord(account, id);
      const timestamp = formatInstant(time);
      const fill = event === "fill" || event === "partial_fill" ? run.fills[cursor.fills++] : undefined;
      const opens = this.#exact && this.#accounts.phase >= 6 && time === this.#accounts.time;
      tell({
        type: "order",
        key,
        event,
        order,
        ...(fill !== undefined && { fill: fillRecord(account, fill) }),
        ...(opens && { at_open: true }),
        timestamp,
      });
    }
  }

  #takeEntries(account: TradingAccount, cursor: Cursor, tell: (event: EntryEvent) => void): void {
    const { run } = cursor;
    const entries = run.entries(cursor.entries);
    cursor.entries += entries.length;
    for (const entry of entries) {
      const record = entryRecord(account, entry, this.#exact);
      tell({ type: "entry", key: account.keyId, entry: record, timestamp: record.timestamp });
    }
  }
}

/** An entry of the ledger of the account's present run as the API shows it; exactly, or in the decimals of money and prices. */
function entryRecord(account: TradingAccount, entry: Entry, exact: boolean): EntryRecord {
  const { sequence, kind, symbol, quantity, price, amount, time } = entry;
  const { money, moneyDecimals } = account.digits;
  const decimals =
    symbol === "" ? moneyDecimals : Math.max(priceDecimals(instrumentOf(account, symbol)), CRYPTO_DECIMALS);
  return {
    sequence,
    kind,
    symbol: symbol === "" ? null : symbol,
    quantity: exact ? quantity : rounded(quantity, CRYPTO_DECIMALS),
    price: price === 0 ? null : exact ? price : shownPrice(price, decimals),
    amount: exact ? amount : money(amount),
    order_id: entry.orderId === 0 ? null : orderId(account, entry.orderId),
    // A run dates its first deposit before all bars; the account has it since it was made.
    timestamp: formatInstant(exact ? time : Math.max(time, account.createdAt)),
  };
}
