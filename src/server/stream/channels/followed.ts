import type { MarketView } from "../../../market/market-view.ts";
import { invalidParameters } from "../../errors/api-error.ts";
import type { TranscriptEvent } from "../../sessions/session-event.ts";
import type { Connection } from "../connection.ts";

/** Throws when a connection would be told of more symbols than it may. */
export function checkRoom(connection: Connection, more: number): void {
  const { symbolsPerConnection } = connection.hub.settings;
  const count = connection.subscriptions.size + more;
  if (count <= symbolsPerConnection) return;
  const reason = `must bring the symbols of the connection to at most ${symbolsPerConnection}, would be ${count}`;
  throw invalidParameters([{ in: "body", parameter: "symbols", reason }], {
    reason: "too_many_symbols",
    limit: symbolsPerConnection,
    subscribed: connection.subscriptions.size,
  });
}

/** Which corporate actions and changes of markets come with symbols that were not followed before: those are told once, whatever else is. */
export function newlyFollowed(
  connection: Connection,
  view: MarketView,
  symbols: Iterable<string>,
): (event: TranscriptEvent) => boolean {
  const before = connection.subscriptions.followed();
  const fresh = new Set<string>();
  const calendars = new Set<string>();
  for (const symbol of symbols) {
    if (before.has(symbol)) continue;
    fresh.add(symbol);
    if (view.has(symbol)) calendars.add(view.instrument(symbol).calendar);
  }
  const visited = [...calendars].filter((calendar) => !connection.visits(calendar));
  return (event) => {
    if (event.type === "corporate_action") return fresh.has(event.symbol);
    return event.type === "market_status" && visited.includes(event.calendar);
  };
}

/** Notes the calendars of symbols that are followed from now on. */
export function noteCalendars(connection: Connection, view: MarketView, symbols: Iterable<string>): void {
  for (const symbol of symbols) if (view.has(symbol)) connection.notes(symbol, view.instrument(symbol).calendar);
}
