import type { Listing, UniverseRequest } from "../../market/market-view.ts";
import type { RecordedInstrument } from "../../market/recorded-market.ts";
import type { Datum, InstrumentTape } from "./instrument-tape.ts";
import type { Position } from "./position.ts";

const datum: Datum = { price: NaN, time: -Infinity, day: 0 };

/** Whether an instrument is among those that are asked for. */
export function matches({ symbol, name, assetClass }: RecordedInstrument, request: UniverseRequest): boolean {
  if (request.assetClass !== undefined && request.assetClass !== assetClass) return false;
  if (request.query === undefined) return true;
  const query = request.query.toLowerCase();
  return symbol.toLowerCase().includes(query) || name.toLowerCase().includes(query);
}

/** What is known of an instrument's recording at a position. */
export function listingOf(tape: InstrumentTape, instrument: RecordedInstrument, at: Position): Listing {
  tape.last(at, datum);
  const begun = tape.tracks.slice(0, tape.recorded.length).filter(({ series }) => series.openTime[0]! <= at.opens);
  return {
    instrument,
    first: tape.firstEvent,
    last: datum.time,
    intervals: begun.map(({ series }) => series.bars.interval),
  };
}
