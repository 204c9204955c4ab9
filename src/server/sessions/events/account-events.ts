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

/** Numbers of an account's order events, fills and ledger entries that were already reported. */
interface ReportedCounts {
  run: AccountRun;
  events: number;
  fills: number;
  entries: number;
}

/** Reports new order events and ledger entries of a session's accounts. */
export class AccountEvents {
  readonly #accounts: Accounts;
  readonly #exact: boolean;
  readonly #reportedByAccount = new Map<TradingAccount, ReportedCounts>();

  /** Creates an object that reports only what happens after its creation. */
  constructor(accounts: Accounts, exact: boolean) {
    this.#accounts = accounts;
    this.#exact = exact;
    for (const account of accounts.list()) {
      const { run } = account;
      const { eventCount, fills, entryCount } = run;
      this.#reportedByAccount.set(account, { run, events: eventCount, fills: fills.length, entries: entryCount });
    }
  }

  /** Number of all order events and ledger entries so far. */
  get total(): number {
    let count = 0;
    for (const { run, toldBefore: earlierCount } of this.#accounts.list()) count += earlierCount + run.reportedCount;
    return count;
  }

  /** Reports new events of each account: first those of orders, then ledger entries. */
  report(emit: (event: OrderEvent | EntryEvent) => void): void {
    for (const account of this.#accounts.list()) {
      const { run } = account;
      let reported = this.#reportedByAccount.get(account);
      if (reported === undefined || reported.run !== run) {
        reported = { run, events: 0, fills: 0, entries: 0 };
        this.#reportedByAccount.set(account, reported);
        // The first entry of an account is its deposit, which is reported at once.
        this.#reportEntries(account, reported, emit);
      }
      if (reported.events < run.eventCount) this.#reportOrders(account, reported, emit);
      if (reported.entries < run.entryCount) this.#reportEntries(account, reported, emit);
    }
  }

  #reportOrders(account: TradingAccount, reported: ReportedCounts, emit: (event: OrderEvent) => void): void {
    const { run } = reported;
    const key = account.keyId;
    while (reported.events < run.eventCount) {
      const { event, orderId: id, time } = run.event(reported.events++);
      const order = orderRecord(account, id);
      const timestamp = formatInstant(time);
      const fill = event === "fill" || event === "partial_fill" ? run.fills[reported.fills++] : undefined;
      const opens = this.#exact && this.#accounts.phase >= 6 && time === this.#accounts.time;
      emit({
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

  #reportEntries(account: TradingAccount, reported: ReportedCounts, emit: (event: EntryEvent) => void): void {
    const { run } = reported;
    const entries = run.entries(reported.entries);
    reported.entries += entries.length;
    for (const entry of entries) {
      const record = entryRecord(account, entry, this.#exact);
      emit({ type: "entry", key: account.keyId, entry: record, timestamp: record.timestamp });
    }
  }
}

/** Returns a ledger entry as responses show it: with all digits, or rounded to the decimals of money and prices. */
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
    // In a lockstep session the first deposit precedes all bars. In other sessions its time is the creation of the account.
    timestamp: formatInstant(exact ? time : Math.max(time, account.createdAt)),
  };
}
