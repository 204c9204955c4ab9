import type { Column } from "../../primitives/column.ts";
import { lastUpTo } from "../../primitives/rising.ts";
import type { TradingAccount } from "./trading-account.ts";

/** The equity of an account as it was recorded whenever a bar closed, columns of one length. */
export interface EquityRecords {
  readonly time: Column;
  readonly equity: Column;
  readonly cash: Column;
}

/** The records of the account since it was made or reset. */
export function equityRecords(account: TradingAccount): EquityRecords {
  const { driver } = account.run;
  const { time, equity, cash } = driver.equity.curve(driver.plan.data.closings, () => driver.plan.data.dates.closings);
  const first = lastUpTo(time, account.createdAt, -1) + 1;
  return { time: time.subarray(first), equity: equity.subarray(first), cash: cash.subarray(first) };
}

/** Equity as it was last recorded up to a moment; the cash at the start where nothing was. */
export function equityAt(account: TradingAccount, moment: number): number {
  const { time, equity } = equityRecords(account);
  const place = lastUpTo(time, moment, -1);
  return place < 0 ? account.cash : equity[place]!;
}
