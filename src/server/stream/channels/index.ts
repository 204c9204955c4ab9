import type { StreamChannel } from "../../../schemas/stream-request.ts";
import { backtests } from "./backtests.ts";
import { bars } from "./bars.ts";
import type { Channel } from "./channel.ts";
import { clock } from "./clock.ts";
import { orders } from "./orders.ts";
import { quotes } from "./quotes.ts";

/** What clients can be told of. */
export const channels: Readonly<Record<StreamChannel, Channel>> = { quotes, bars, orders, backtests, clock };
