import type { StreamTrail } from "../../schemas/stream-clock.ts";
import { orderId } from "../trading/ids.ts";
import type { TradingAccount } from "../trading/trading-account.ts";

/** Where the stops of an account's live trailing orders stand, of those that follow already. */
export function liveTrails(account: TradingAccount): StreamTrail[] {
  return account.run.driver.broker.open
    .list()
    .filter(({ type, stopPrice }) => type.follows && !Number.isNaN(stopPrice))
    .map(({ id, stopPrice, waterMark }) => ({
      order_id: orderId(account, id),
      stop_price: stopPrice,
      high_water_mark: waterMark,
    }));
}
