import type { Converted, Entry } from "../ledger/records.ts";
import { lastUpTo } from "../primitives/rising.ts";
import type { CurrencyRate } from "./currency-rates.ts";
import type { PreparedData } from "./prepared-data.ts";

/**
 * The entries of a run with one more for every change of money: before each movement of an instrument of another currency a `conversion`, whose price
 * is units of the account's currency for one of the other. It moves nothing itself, for the amount of what follows is in the account's currency.
 */
export function withConversions(
  entries: readonly Entry[],
  data: Pick<PreparedData, "series" | "rates">,
): readonly Entry[] {
  if (data.rates.length === 0) return entries;
  const known = new Map(data.series.map(({ instrument }) => [instrument.symbol, instrument]));
  const all: Entry[] = [];
  const add = (entry: Entry) => all.push(Object.freeze({ ...entry, sequence: all.length + 1 }));
  for (const entry of entries) {
    const instrument = known.get(entry.symbol);
    const of = data.rates.find(({ currency }) => currency === instrument?.currency);
    const place = of === undefined ? -1 : lastUpTo(of.closeTime, entry.time, -1);
    if (of !== undefined && place >= 0 && entry.kind !== "commission" && entry.kind !== "split") {
      const { kind, price, quantity, amount } = entry;
      const rate = of.rate[place]!;
      // What was traded has its amount to the last digit; of all else it is what came of it.
      const traded = kind === "fill" || kind === "settlement" || kind === "cash_in_lieu";
      const foreign = traded ? -quantity * price * instrument!.multiplier : amount / rate;
      add({
        ...entry,
        kind: "conversion",
        quantity: 0,
        price: rate,
        amount: 0,
        converted: convertedBy(of, place, foreign),
      });
    }
    add(entry);
  }
  return Object.freeze(all);
}

function convertedBy({ currency, pair, closeTime }: CurrencyRate, place: number, amount: number): Converted {
  return Object.freeze({ currency, amount: amount + 0, pair, rateTime: closeTime[place]! });
}
