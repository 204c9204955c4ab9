import type { Channel } from "./channel.ts";

/** How the client's backtests get on. */
export const backtests: Channel = {
  scope: "backtest",
  needsSymbols: false,
  takes: [],

  subscribe({ subscriptions }) {
    subscriptions.backtests = true;
    return { accepted: [], rejected: [], begin: [] };
  },

  unsubscribe({ subscriptions }) {
    subscriptions.backtests = false;
    return [];
  },

  list: ({ subscriptions }) => (subscriptions.backtests ? [{ channel: "backtests", symbols: [] }] : []),
};
