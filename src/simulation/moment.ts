import type { Feed } from "../market/feed.ts";
import type { MomentShape } from "../market/timeline.ts";

/** Events of one moment of a simulation, as lists of feeds. */
export class Moment {
  readonly closing: readonly Feed[];
  /** Feeds that are only read, whose bars close. */
  readonly dataClosing: readonly Feed[];
  /** Indexes of all feeds whose bars close. */
  readonly places: Int32Array;
  readonly sessionsClosing: readonly Feed[];
  readonly sessionsOpening: readonly Feed[];
  readonly opening: readonly Feed[];
  /** Feeds whose extended hours begin. */
  readonly extendedOpening: readonly Feed[];
  /** Feeds whose sessions close or open at this moment and are longer than a bar, which the feed marks separately. */
  readonly longClosing: readonly Feed[];
  readonly longOpening: readonly Feed[];
  /** Whether a traded bar or a session closes, so that the observer may submit orders. */
  readonly closes: boolean;
  /** Whether only bars of feeds that are only read close, so that nothing happens to the account. */
  readonly onlyData: boolean;
  /** Whether bars close, while no extended hours begin and no session longer than a bar opens or closes. */
  readonly quiet: boolean;

  constructor(shape: MomentShape, feeds: readonly Feed[]) {
    const feedsAt = (places: Int32Array) => membersAt(places, feeds);
    const long = (sessions: readonly Feed[]) => sessions.filter((feed) => !feed.sessionIsBar);
    this.closing = feedsAt(shape.closing);
    this.dataClosing = feedsAt(shape.dataClosing);
    this.places =
      shape.dataClosing.length === 0
        ? shape.closing
        : Int32Array.of(...shape.closing, ...shape.dataClosing).toSorted((a, b) => a - b);
    this.sessionsClosing = feedsAt(shape.sessionsClosing);
    this.sessionsOpening = feedsAt(shape.sessionsOpening);
    this.opening = feedsAt(shape.opening);
    this.extendedOpening = feedsAt(shape.extendedOpening);
    this.longClosing = long(this.sessionsClosing);
    this.longOpening = long(this.sessionsOpening);
    this.closes = this.closing.length + this.sessionsClosing.length > 0;
    const other = this.sessionsOpening.length + this.opening.length + this.extendedOpening.length;
    this.onlyData = shape.dataClosing.length > 0 && !this.closes && other === 0;
    const turns = this.longClosing.length + this.longOpening.length + this.extendedOpening.length;
    this.quiet = this.closing.length > 0 && turns === 0;
  }
}

function membersAt(places: Int32Array, all: readonly Feed[]): readonly Feed[] {
  const members: Feed[] = [];
  for (const place of places) members.push(all[place]!);
  return members;
}
