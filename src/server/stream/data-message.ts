import type { BacktestRecord } from "../../schemas/backtest.ts";
import { formatInstant } from "../../time/instant.ts";
import type { ReplaySession } from "../sessions/session.ts";
import type { ClockEvent, TranscriptEvent } from "../sessions/session-event.ts";

/** A data message as bytes, without the number `seq`, which each connection counts. It is created once and sent to every subscriber. */
export interface DataMessage {
  readonly type: string;
  /** Bytes before `seq`, such as `{"type":"quote","seq":` */
  readonly head: Buffer;
  /** Bytes after `seq`, such as `,"epoch":1,"offset":7,…}` */
  readonly tail: Buffer;
  /** Symbol of a quote; undefined for other messages. A slow client needs only the last quote of each symbol. */
  readonly symbol: string | undefined;
}

const heads = new Map<string, Buffer>();

/** Creates a data message. */
function dataMessage(type: string, members: Readonly<Record<string, unknown>>, symbol?: string): DataMessage {
  let head = heads.get(type);
  if (head === undefined) heads.set(type, (head = Buffer.from(`{"type":"${type}","seq":`)));
  return { type, head, tail: Buffer.from(`,${JSON.stringify(members).slice(1)}`), symbol };
}

/** Creates the data message for an event. The owner of an order is left out. */
export function eventMessage(event: TranscriptEvent, epoch: number, offset: number, more: object = {}): DataMessage {
  const { type, key: _, ...members } = event as TranscriptEvent & { readonly key?: string };
  return dataMessage(type, { epoch, offset, ...members, ...more }, event.type === "quote" ? event.symbol : undefined);
}

/** Creates the data message for the state of a backtest. */
export function backtestMessage(
  backtest: BacktestRecord,
  { accounts, events }: ReplaySession,
  more: object = {},
): DataMessage {
  const timestamp = formatInstant(accounts.time);
  return dataMessage("backtest", { epoch: events.epoch, backtest, timestamp, ...more });
}

export function clockMessage({ type, ...members }: ClockEvent, epoch: number): DataMessage {
  return dataMessage(type, { epoch, ...members, timestamp: members.now });
}
