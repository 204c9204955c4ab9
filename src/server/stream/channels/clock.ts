import { clockMessage } from "../data-message.ts";
import type { Channel } from "./channel.ts";

/** What time it is in the session, and how its clock moves. */
export const clock: Channel = {
  needsSymbols: false,
  takes: [],

  subscribe({ session, subscriptions }, { snapshot = true }) {
    subscriptions.clock = true;
    const begin = snapshot ? [clockMessage(session.clock, session.events.epoch)] : [];
    return { accepted: [], rejected: [], begin };
  },

  unsubscribe({ subscriptions }) {
    subscriptions.clock = false;
    return [];
  },

  list: ({ subscriptions }) => (subscriptions.clock ? [{ channel: "clock", symbols: [] }] : []),
};
