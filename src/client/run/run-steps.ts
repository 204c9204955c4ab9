import { groupBy } from "../../primitives/map-helpers.ts";
import type { RunInstrument } from "../../schemas/replay.ts";
import type { StreamMessage } from "../../schemas/stream-message.ts";
import type { Interval } from "../../time/interval.ts";
import { ClientError } from "../client-error.ts";
import type { Client } from "../create-client.ts";
import { isTransient, pause, retry, RETRY_MS } from "../retry.ts";
import type { ClientStream } from "../stream.ts";

type DataMessage = Extract<StreamMessage, { readonly seq: number }>;
export type ClockMessage = Extract<StreamMessage, { readonly type: "clock" }>;
/** A message of the stream about an event of the session. */
export type EventMessage = Extract<DataMessage, { readonly offset: number }>;

/** A step of the run: the events since the strategy's previous decision, in order, and the clock message for the next decision. */
export interface RunStep {
  readonly events: readonly EventMessage[];
  readonly clock: ClockMessage;
}

/** A connection counts as lost after this many milliseconds without any message, even a heartbeat. */
const SILENCE_MS = 60_000;

/**
 * Yields the steps of a lockstep session in order. A lost connection is reopened and continues after the last event, so that each event
 * counts once.
 */
export class RunSteps {
  readonly #client: Client;
  readonly #silenceMs: number;
  #stream: ClientStream | undefined;
  /** Sequence number of the last message on the current connection. */
  #seq = 0;
  /** Whether the current connection has sent a clock message. */
  #hasClock = false;
  /** Intervals of the bars by symbol. */
  readonly #intervals: ReadonlyMap<string, Interval>;
  /** Offset after the last event of each subscription. After a reconnect, missed events arrive subscription by subscription. */
  readonly #from = new Map<Interval | "orders", number>();
  /** The number of the last returned step, and the events since, by their offsets. */
  #step = 0;
  #events = new Map<number, EventMessage>();

  constructor(
    client: Client,
    instruments: readonly Pick<RunInstrument, "symbol" | "interval">[],
    silenceMs = SILENCE_MS,
  ) {
    this.#client = client;
    this.#intervals = new Map(instruments.map(({ symbol, interval }) => [symbol, interval]));
    for (const subscription of ["orders", ...this.#intervals.values()] as const) this.#from.set(subscription, 0);
    this.#silenceMs = silenceMs;
  }

  /**
   * Acknowledges the previous step and returns the next one. Throws ClientError for an error of the service, or if the service is
   * unreachable for a minute.
   */
  async next(): Promise<RunStep> {
    this.#stream?.ack(this.#seq);
    const { signal } = this.#client.http;
    let attempts = 0;
    for (;;) {
      this.#stream ??= await retry(() => this.#open(), signal, mayReconnect);
      const before = this.#events.size;
      const clock = await this.#nextClock(this.#stream);
      if (clock !== undefined) {
        const events = [...this.#events.values()].toSorted((a, b) => a.offset - b.offset);
        this.#events = new Map();
        const last = events.at(-1);
        // All events before the step's clock have arrived, also those of subscriptions that were silent.
        if (last !== undefined) for (const name of this.#from.keys()) this.#from.set(name, last.offset + 1);
        this.#step = clock.step;
        return { events, clock };
      }
      this.close();
      if (this.#events.size > before) attempts = 0;
      else if (attempts === RETRY_MS.length) throw streamEndedError();
      else await pause(RETRY_MS[attempts++]!, signal);
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
    this.#hasClock = false;
    const since = (name: Interval | "orders") => ({ from: this.#from.get(name)!, epoch: 1 });
    stream.subscribe({ channel: "orders", ...since("orders") });
    for (const [interval, bars] of groupBy(this.#intervals, ([, name]) => name))
      stream.subscribe({ channel: "bars", symbols: bars.map(([symbol]) => symbol), interval, ...since(interval) });
    stream.subscribe({ channel: "clock" });
    return stream;
  }

  /** Returns the subscription that sends an event; undefined for the status of a market, which may belong to several. */
  #subscriptionOf(message: EventMessage): Interval | "orders" | undefined {
    if (message.type === "order" || message.type === "entry") return "orders";
    return "symbol" in message ? this.#intervals.get(message.symbol) : undefined;
  }

  /** Returns the clock of the next step; undefined if the connection is lost. */
  async #nextClock(stream: ClientStream): Promise<ClockMessage | undefined> {
    for (;;) {
      const message = await this.#message(stream);
      if (message === undefined) return undefined;
      if (message.type !== "clock") {
        this.#events.set(message.offset, message);
        const subscription = this.#subscriptionOf(message);
        if (subscription !== undefined) this.#from.set(subscription, message.offset + 1);
        continue;
      }
      const isFirst = !this.#hasClock;
      this.#hasClock = true;
      if (message.step > this.#step || message.state === "completed") return message;
      // On a new connection this is a step whose acknowledgment was lost, so acknowledge it again.
      if (isFirst) stream.ack(this.#seq);
    }
  }

  /** Returns the next event or clock message; undefined if the connection or a message is lost. */
  async #message(stream: ClientStream): Promise<EventMessage | ClockMessage | undefined> {
    let heartbeats = 0;
    for (;;) {
      const message = await stream.next();
      if (message === undefined) return undefined;
      if (message.type === "error") {
        const error = new ClientError(message.code, message.message, 0, message.details);
        if (!mayReconnect(error)) throw error;
        return undefined;
      }
      if (message.type === "subscribed") {
        const [rejection] = message.rejected;
        if (rejection !== undefined) throw new ClientError(rejection.code, rejection.message, 0, { ...rejection });
      }
      // The service sends a step at once, so a second heartbeat before it means that its clock message was lost.
      if (message.type === "heartbeat" && ++heartbeats === 2) return undefined;
      if (!("seq" in message) || message.seq <= this.#seq) continue;
      if (message.seq > this.#seq + 1) return undefined;
      this.#seq = message.seq;
      if ("offset" in message || message.type === "clock") return message;
    }
  }
}

/** Whether reconnecting may succeed: the service may still count the lost connection as open. */
function mayReconnect(error: unknown): boolean {
  return isTransient(error) || (error instanceof ClientError && error.code === "REPLAY_STATE");
}

function streamEndedError(): ClientError {
  return new ClientError("SERVICE_UNAVAILABLE", "the stream ended before the run was over", 0);
}
