import { backtestRecord } from "../../backtests/backtest-records.ts";
import { backtestMessage } from "../data-message.ts";
import type { Channel } from "./channel.ts";

/** How the client's backtests get on. */
export const backtests: Channel = {
  scope: "backtest",
  needsSymbols: false,
  takes: [],

  subscribe({ hub, owner, session, subscriptions }, { snapshot = true }) {
    subscriptions.backtests = true;
    const own = snapshot ? hub.context.backtests.jobs.of(owner) : [];
    const begin = own.map((one) => backtestMessage(backtestRecord(one), session, { snapshot: true }));
    return { accepted: [], rejected: [], begin };
  },

  unsubscribe({ subscriptions }) {
    subscriptions.backtests = false;
    return [];
  },

  list: ({ subscriptions }) => (subscriptions.backtests ? [{ channel: "backtests", symbols: [] }] : []),
};
