import { explainOrder, type OrderBooks, type OrderExplanation } from "../engine/explain-order.ts";
import { PreparedRun } from "../engine/run-plan.ts";
import { resolveSettings } from "../engine/run-settings.ts";
import { decimalsOf } from "../market/currency-decimals.ts";
import { HindcastError } from "../primitives/errors.ts";
import { checkInterval, type Interval } from "../time/interval.ts";
import { formatInstant } from "../time/instant.ts";
import type { DataFile } from "./options/data.ts";
import { readData } from "./read-data.ts";
import { readSavedRun } from "./read-saved-run.ts";

/** The members of a saved result that an explanation reads. */
interface SavedBooks extends OrderBooks {
  readonly symbols: readonly string[];
  readonly interval: string;
  readonly from: number;
}

/** An order of a saved run, explained, and the interval and zone in which its run told times. */
export interface SavedExplanation {
  readonly explanation: OrderExplanation;
  readonly interval: Interval;
  readonly zone: string;
  /** Decimals of the money of its account. */
  readonly currencyDecimals: number;
}

/**
 * Why an order of a saved run filled as it did, by the bars that the run was over: read again, since a result does not hold them.
 * Throws `DATA_FILE_INVALID` for data that begin elsewhere than the run did.
 */
export async function explainSavedOrder(
  path: string,
  files: readonly DataFile[],
  orderId: number,
): Promise<SavedExplanation> {
  const { file, members } = await readSavedRun(path);
  const books = members as unknown as SavedBooks;
  const settings = resolveSettings(books.settings);
  const interval = checkInterval(books.interval);
  const { symbols } = books;
  // A file has no name of its own where the run gave it one.
  const named = files.length === 1 && symbols.length === 1 ? [{ ...files[0]!, symbol: symbols[0]! }] : files;
  const market = await readData(named, { currency: settings.currency, interval, zone: settings.zone, instrument: {} });
  const { data } = new PreparedRun(market, symbols, settings);
  const begins = Math.min(...data.series.map(({ bars, first }) => bars.time[first] ?? Infinity));
  if (begins !== books.from) {
    throw new HindcastError(
      "DATA_FILE_INVALID",
      `the data must be those of the run in ${file}, which began at ${formatInstant(books.from)}; they begin at ${formatInstant(begins)}`,
      { file, from: books.from, begins },
    );
  }
  const currencyDecimals = decimalsOf(
    settings.currency,
    data.series.map(({ instrument }) => instrument),
  );
  return {
    explanation: explainOrder({ ...books, settings }, data, orderId),
    interval,
    zone: settings.zone,
    currencyDecimals,
  };
}
