import { streamQuote } from "../../sessions/events/stream-quote.ts";
import { eventMessage } from "../data-message.ts";
import type { Channel } from "./channel.ts";
import { checkRoom, newlyFollowed, noteCalendars } from "./followed.ts";
import { foundSymbols } from "./found-symbols.ts";
import { missedEvents } from "./missed-events.ts";

/** Prices of instruments, with corporate actions and changes of their markets. */
export const quotes: Channel = {
  needsSymbols: true,
  takes: ["symbols", "from", "epoch", "conflate_ms"],

  subscribe(connection, request) {
    const { session, subscriptions, feed } = connection;
    const { from, conflate_ms: conflateMs = 0, snapshot = from === undefined } = request;
    // The clock is read first: what is due until now has happened when offsets are looked at.
    const view = session.view();
    const { accepted, rejected } = foundSymbols(session, view, request.symbols ?? []);
    checkRoom(connection, [...accepted].filter((symbol) => !subscriptions.quotes.has(symbol)).length);
    const comesAlong = newlyFollowed(connection, view, accepted);
    const wanted = { quote: (symbol: string) => accepted.has(symbol), bar: () => false };
    const begin =
      from === undefined
        ? []
        : missedEvents(session, request, wanted, (event) => event.type === "quote" || comesAlong(event));
    const { epoch, offset } = session.events;
    for (const symbol of accepted) {
      connection.forgetQuotes(symbol);
      subscriptions.quotes.set(symbol, conflateMs);
      feed.addQuotes(connection, symbol);
      if (!snapshot || !view.has(symbol)) continue;
      const quote = streamQuote(view, symbol, session.lockstep);
      begin.push(eventMessage(quote, epoch, offset - 1, { snapshot: true }));
    }
    noteCalendars(connection, view, accepted);
    return { accepted, rejected, begin };
  },

  unsubscribe(connection, symbols) {
    const { subscriptions, feed } = connection;
    const ended = [...subscriptions.quotes.keys()].filter((symbol) => symbols?.has(symbol) !== false);
    for (const symbol of ended) {
      subscriptions.quotes.delete(symbol);
      feed.dropQuotes(connection, symbol);
      connection.forgetQuotes(symbol);
    }
    return ended;
  },

  list: ({ subscriptions }) =>
    subscriptions.quotes.size === 0 ? [] : [{ channel: "quotes", symbols: [...subscriptions.quotes.keys()] }],
};
