import type { StreamOpen } from "../../schemas/stream-clock.ts";
import type { TradingAccount } from "../trading/trading-account.ts";

/** The opens of bars that are forming: of instruments whose sessions are on while a bar of another closes. */
export function formingOpens(account: TradingAccount): StreamOpen[] {
  return account.run.driver.feeds
    .filter(({ opened, closed }) => opened > closed)
    .map(({ instrument, open, opened }) => ({ symbol: instrument.symbol, open: open[opened]! }));
}
