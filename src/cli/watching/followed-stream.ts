import { setTimeout as sleep } from "node:timers/promises";
import { ClientError } from "../../client/client-error.ts";
import type { Client } from "../../client/create-client.ts";
import { RETRY_MS } from "../../client/retried.ts";
import type { Stream } from "../../client/stream.ts";
import type { StreamMessage } from "../../schemas/stream-message.ts";
import { StreamPlace } from "./stream-place.ts";

/** What is followed, and by whom. */
export interface Following {
  readonly symbols: readonly string[];
  /** At most one quote of a symbol in so many milliseconds. */
  readonly conflateMs?: number | undefined;
  readonly signal: AbortSignal;
  /** Says what became of the connection; undefined when it is well again. */
  readonly says: (trouble: string | undefined) => void;
}

/** Ways to end after which the same would happen again. */
const FOR_GOOD: readonly number[] = [4400, 4401, 4403, 4429];
const OVER = 1000;
/** The name of the question after whose answer nothing of a replay is left to be told. */
const LAST = "last";

/**
 * What the stream of a session tells about symbols, its clock and the orders of the key, where the key may see them: from how things stand until
 * the replay or the session is over. A connection that breaks off is opened again, and goes on where it was.
 *
 * Throws ClientError for what the server refuses, for a symbol that is not known, and when there is no server.
 */
export async function* followedStream(client: Client, following: Following): AsyncGenerator<StreamMessage> {
  const { signal, says } = following;
  const place = new StreamPlace();
  let stream: Stream | undefined = await client.stream();
  for (; stream !== undefined; stream = await reopened(client, following)) {
    const close = closing(stream, signal);
    try {
      place.subscribe(stream, following);
      for await (const message of stream) {
        if (signal.aborted) return;
        if (message.type === "pong" && message.id === LAST) return;
        if (message.type === "error") place.refused(message, stream, following);
        else if (message.type === "subscribed") place.subscribed(message);
        else {
          place.reached(message);
          yield message;
          if (message.type === "warning" && message.code === "SESSION_RESTARTED")
            place.subscribeAnew(stream, following);
          if (message.type === "clock" && message.state === "completed") askForLast(stream, following, place);
        }
      }
    } finally {
      close();
    }
    const { code, reason } = stream.ended!;
    if (signal.aborted || code === OVER) return;
    if (FOR_GOOD.includes(code))
      throw new ClientError("SERVICE_UNAVAILABLE", `the stream must stay open, it ended with ${code} ${reason}`, 0);
    says("connection lost, trying again");
  }
}

/** Closes a stream when it is told to, or when the signal says so. */
function closing(stream: Stream, signal: AbortSignal): () => void {
  const close = () => {
    signal.removeEventListener("abort", close);
    stream.close();
  };
  if (signal.aborted) close();
  else signal.addEventListener("abort", close);
  return close;
}

/** Of quotes that were held back the last is asked for; the answer to what is asked then comes after everything else. */
function askForLast(stream: Stream, following: Following, place: StreamPlace): void {
  if (following.conflateMs !== undefined) place.subscribeQuotes(stream, following);
  stream.send({ action: "ping", id: LAST });
}

/** Another connection, as soon as there is one; undefined when nobody waits for it any more. */
async function reopened(client: Client, { signal, says }: Following): Promise<Stream | undefined> {
  for (const wait of RETRY_MS) {
    await sleep(wait, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return undefined;
    try {
      const stream = await client.stream();
      says(undefined);
      return stream;
    } catch (error) {
      if (!(error instanceof ClientError) || error.code !== "SERVICE_UNAVAILABLE") throw error;
    }
  }
  throw new ClientError("SERVICE_UNAVAILABLE", "the server must answer again within a minute, it did not", 0);
}
