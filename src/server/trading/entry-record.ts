import type { Entry } from "../../ledger/records.ts";
import type { EntryRecord } from "../../schemas/entry.ts";
import { formatInstant } from "../../time/instant.ts";
import { priceDecimals } from "../market-data/price-decimals.ts";
import { CRYPTO_DECIMALS, rounded, shownPrice } from "../numbers.ts";
import { orderId } from "./ids.ts";
import { instrumentOf } from "./order-record.ts";
import type { TradingAccount } from "./trading-account.ts";

/** An entry of the ledger of the account's present run as the API shows it; exactly, or in the decimals of money and prices. */
export function entryRecord(account: TradingAccount, entry: Entry, exact: boolean): EntryRecord {
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
