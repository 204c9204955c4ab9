import type { Feed } from "../market/feed.ts";
import type { MomentShape } from "../market/timeline.ts";

/** What happens at a moment, as the feeds of one simulation. */
export class Moment {
  readonly closing: readonly Feed[];
  /** Their places among the feeds. */
  readonly places: Int32Array;
  readonly sessionsClosing: readonly Feed[];
  readonly sessionsOpening: readonly Feed[];
  readonly opening: readonly Feed[];
  /** Those of which the hours before the open or after the close begin. */
  readonly extendedOpening: readonly Feed[];
  /** Of the sessions that close or open those that are longer than a bar, and so have a mark of their own. */
  readonly longClosing: readonly Feed[];
  readonly longOpening: readonly Feed[];
  /** A bar or a session closes: there is something to decide. */
  readonly closes: boolean;
  /** Bars close, and no session that is longer than a bar opens or closes, nor hours outside it. */
  readonly quiet: boolean;

  constructor(shape: MomentShape, feeds: readonly Feed[]) {
    const of = (places: Int32Array) => membersAt(places, feeds);
    const long = (sessions: readonly Feed[]) => sessions.filter((feed) => !feed.sessionIsBar);
    this.closing = of(shape.closing);
    this.places = shape.closing;
    this.sessionsClosing = of(shape.sessionsClosing);
    this.sessionsOpening = of(shape.sessionsOpening);
    this.opening = of(shape.opening);
    this.extendedOpening = of(shape.extendedOpening);
    this.longClosing = long(this.sessionsClosing);
    this.longOpening = long(this.sessionsOpening);
    this.closes = this.closing.length + this.sessionsClosing.length > 0;
    const turns = this.longClosing.length + this.longOpening.length + this.extendedOpening.length;
    this.quiet = this.closing.length > 0 && turns === 0;
  }
}

function membersAt(places: Int32Array, all: readonly Feed[]): readonly Feed[] {
  const members: Feed[] = [];
  for (const place of places) members.push(all[place]!);
  return members;
}
