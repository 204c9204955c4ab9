import type { Feed } from "../market/feed.ts";
import type { BoundContext } from "./bound-context.ts";
import type { MomentShape } from "../market/timeline.ts";

/** What happens at a moment, as the feeds of one run. */
export class Moment {
  readonly shape: MomentShape;
  readonly closing: readonly Feed[];
  /** What hooks of those instruments are handed. */
  readonly contexts: readonly BoundContext[];
  readonly sessionsClosing: readonly Feed[];
  readonly sessionsOpening: readonly Feed[];
  readonly opening: readonly Feed[];
  /** Those of which the hours before the open or after the close begin. */
  readonly extendedOpening: readonly Feed[];
  /** Of the sessions that close or open those that are longer than a bar, and so have a mark of their own. */
  readonly longClosing: readonly Feed[];
  readonly longOpening: readonly Feed[];
  /** A bar or a session closes, so hooks run. */
  readonly hasHooks: boolean;
  /** Bars close, and no session that is longer than a bar opens or closes, nor hours outside it. */
  readonly quiet: boolean;

  constructor(shape: MomentShape, feeds: readonly Feed[], contexts: readonly BoundContext[]) {
    const of = (places: Int32Array) => membersAt(places, feeds);
    const long = (sessions: readonly Feed[]) => sessions.filter((feed) => !feed.sessionIsBar);
    this.shape = shape;
    this.closing = of(shape.closing);
    this.contexts = membersAt(shape.closing, contexts);
    this.sessionsClosing = of(shape.sessionsClosing);
    this.sessionsOpening = of(shape.sessionsOpening);
    this.opening = of(shape.opening);
    this.extendedOpening = of(shape.extendedOpening);
    this.longClosing = long(this.sessionsClosing);
    this.longOpening = long(this.sessionsOpening);
    this.hasHooks = this.closing.length + this.sessionsClosing.length > 0;
    const turns = this.longClosing.length + this.longOpening.length + this.extendedOpening.length;
    this.quiet = this.closing.length > 0 && turns === 0;
  }
}

function membersAt<T>(places: Int32Array, all: readonly T[]): readonly T[] {
  const members: T[] = [];
  for (const place of places) members.push(all[place]!);
  return members;
}
