import type { StreamMessage } from "../../schemas/stream-message.ts";
import type { Interval } from "../../time/interval.ts";
import { ClientError } from "../client-error.ts";
import type { Client } from "../create-client.ts";
import { passes, pause, retried, RETRY_MS } from "../retried.ts";
import type { ClientStream } from "../stream.ts";

type DataMessage = Extract<StreamMessage, { readonly seq: number }>;
export type ClockMessage = Extract<StreamMessage, { readonly type: "clock" }>;
/** An event of the transcript. */
export type EventMessage = Extract<DataMessage, { readonly offset: number }>;

/** A hooks phase of a run elsewhere: what was told since the one before, in order, and the clock that stands at it. */
export interface RunStep {
  readonly told: readonly EventMessage[];
  readonly clock: ClockMessage;
}

/** Milliseconds without a word, not even a heartbeat, after which nobody is there. */
const SILENCE_MS = 60_000;

/**
 * The steps of a session in lockstep, one after the other. A connection that is lost is opened again and goes on behind the last events that were told:
 * each comes once.
 */
export class RunSteps {
  readonly #client: Client;
  readonly #symbols: readonly string[];
  readonly #interval: Interval;
  readonly #silenceMs: number;
  #stream: ClientStream | undefined;
  /** The last message of the connection. */
  #seq = 0;
  /** The connection has told where the clock stands. */
  #placed = false;
  /** The place after the last event of each channel: what was missed comes channel by channel. */
  readonly #from = { orders: 0, bars: 0 };
  /** The last step that was handed over, and what was told since. */
  #step = 0;
  #told: EventMessage[] = [];

  constructor(client: Client, symbols: readonly string[], interval: Interval, silenceMs = SILENCE_MS) {
    this.#client = client;
    this.#symbols = symbols;
    this.#interval = interval;
    this.#silenceMs = silenceMs;
  }

  /** The next step: the one before was worked off. Throws ClientError for what the service refuses, or when it is gone for a minute. */
  async next(): Promise<RunStep> {
    this.#stream?.ack(this.#seq);
    const { signal } = this.#client.http;
    let tries = 0;
    for (;;) {
      this.#stream ??= await retried(() => this.#open(), signal, isHopeful);
      const before = this.#told.length;
      const clock = await this.#heard(this.#stream);
      if (clock !== undefined) {
        const told = this.#told.toSorted((a, b) => a.offset - b.offset);
        this.#told = [];
        this.#step = clock.step;
        return { told, clock };
      }
      this.close();
      if (this.#told.length > before) tries = 0;
      else if (tries === RETRY_MS.length) throw lost();
      else await pause(RETRY_MS[tries++]!, signal);
    }
  }

  close(): void {
    this.#stream?.close();
    this.#stream = undefined;
  }

  async #open(): Promise<ClientStream> {
    const stream = await this.#client.stream();
    stream.endAfter(this.#silenceMs);
    this.#seq = 0;
    this.#placed = false;
    const { orders, bars } = this.#from;
    const interval = this.#interval;
    stream.subscribe({ channel: "orders", from: orders, epoch: 1 });
    stream.subscribe({ channel: "bars", symbols: [...this.#symbols], interval, from: bars, epoch: 1 });
    stream.subscribe({ channel: "clock" });
    return stream;
  }

  /** The clock at the next step; undefined when the connection is lost before. */
  async #heard(stream: ClientStream): Promise<ClockMessage | undefined> {
    for (;;) {
      const message = await this.#message(stream);
      if (message === undefined) return undefined;
      if (message.type !== "clock") {
        this.#told.push(message);
        this.#from[message.type === "order" || message.type === "entry" ? "orders" : "bars"] = message.offset + 1;
        continue;
      }
      const isFirst = !this.#placed;
      this.#placed = true;
      if (message.step > this.#step || message.state === "completed") return message;
      // A new connection stands at a step that was worked off, and whose ack was lost.
      if (isFirst) stream.ack(this.#seq);
    }
  }

  /** The next event or clock; undefined when the connection is lost, or a message on it. */
  async #message(stream: ClientStream): Promise<EventMessage | ClockMessage | undefined> {
    let beats = 0;
    for (;;) {
      const message = await stream.next();
      if (message === undefined) return undefined;
      if (message.type === "error") {
        const error = new ClientError(message.code, message.message, 0, message.details);
        if (!isHopeful(error)) throw error;
        return undefined;
      }
      if (message.type === "subscribed") {
        const [refused] = message.rejected;
        if (refused !== undefined) throw new ClientError(refused.code, refused.message, 0, { ...refused });
      }
      // A step is told at once: of two heartbeats, the second comes where its clock was lost.
      if (message.type === "heartbeat" && ++beats === 2) return undefined;
      if (!("seq" in message) || message.seq <= this.#seq) continue;
      if (message.seq > this.#seq + 1) return undefined;
      this.#seq = message.seq;
      if ("offset" in message || message.type === "clock") return message;
    }
  }
}

/** The connection before may still be there, to the service. */
function isHopeful(error: unknown): boolean {
  return passes(error) || (error instanceof ClientError && error.code === "REPLAY_STATE");
}

function lost(): ClientError {
  return new ClientError("SERVICE_UNAVAILABLE", "the stream ended before the run was over", 0);
}
