import type { StreamSubscribe } from "../../../schemas/stream-request.ts";
import { invalidParameters } from "../../errors/api-error.ts";
import type { ReplaySession } from "../../sessions/session.ts";
import type { TranscriptEvent, Wanted } from "../../sessions/session-event.ts";
import { type DataMessage, eventMessage } from "../data-message.ts";

/** What a subscription that goes on from an offset begins with: the events since then which it would have been told. */
export function missedEvents(
  { events }: ReplaySession,
  { from = 0, epoch = events.epoch }: StreamSubscribe,
  wanted: Wanted,
  isTold: (event: TranscriptEvent) => boolean,
): DataMessage[] {
  const past = epoch === events.epoch ? events.since(from, wanted) : undefined;
  if (past === undefined) {
    const { oldest, offset } = events;
    const reason = `must be an offset of epoch ${events.epoch} from ${oldest} to ${offset}`;
    throw invalidParameters([{ in: "body", parameter: "from", value: from, reason }], {
      reason: "offset_unavailable",
      epoch: events.epoch,
      oldest,
      offset,
    });
  }
  return past
    .filter(({ event }) => isTold(event))
    .map(({ event, offset }) => eventMessage(event, events.epoch, offset));
}

/** Nothing of the recording but what is always told. */
export const NO_PRICES: Wanted = { quote: () => false, bar: () => false };
