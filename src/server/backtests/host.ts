import { Socket } from "node:net";
import { MessageChannel, receiveMessageOnPort, Worker } from "node:worker_threads";
import type { Column } from "../../primitives/column.ts";
import { sentError } from "../../research/executors/sent-error.ts";
import { mapColumns } from "../../research/executors/data-columns.ts";
import { MIB } from "./backtest-limits.ts";
import type { BacktestMessage, ThreadSpec } from "./backtest-spec.ts";
import {
  CHANNEL,
  type ColumnPart,
  Frames,
  type HeldColumn,
  type HostMessage,
  killHost,
  type ServerMessage,
} from "./host-channel.ts";

// What a process of backtests runs. A thread runs the strategy, so this one is free to watch memory, and to end the process when the server is gone.

/** Milliseconds between two looks at memory. */
const LOOK_MS = 50;

/** Bytes by which the process may be larger after a run than before its first: library and strategy were loaded, and V8 gives back late. */
const LEFT_BYTES = 64 * MIB;

const columns = new Map<number, Column>();
const sizeAtStart = process.memoryUsage.rss();

const server = new Frames(
  new Socket({ fd: CHANNEL }),
  Infinity,
  (message) => take(message as ServerMessage),
  () => killHost(process.pid),
);

function take(message: ServerMessage): void {
  if ("column" in message) {
    hold(message);
  } else {
    start(message);
  }
}

function start({ run, entry, spec, memoryMb }: Extract<ServerMessage, { run: string }>): void {
  const say = (message: HostMessage): Promise<void> => server.send({ run, ...message });
  // A strategy may send what it likes through the port that every thread has. This one is known to the thread's own code alone.
  const { port1: heard, port2: port } = new MessageChannel();
  const worker = new Worker(entry, {
    workerData: { ...spec, data: mapColumns(spec.data, seen), port } satisfies ThreadSpec,
    transferList: [port],
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  const looks = setInterval(() => {
    if (taken() <= memoryMb * MIB) return;
    clearInterval(looks);
    void say({ tookMemory: true }).then(() => killHost(process.pid));
  }, LOOK_MS);
  const tell = (message: BacktestMessage): void => {
    void say(message);
    // What the strategy left running, such as a timer, ends with its run.
    if ("page" in message || "tooLarge" in message || "error" in message) void worker.terminate();
  };
  heard.on("message", tell);
  worker.on("error", (error) => tell({ error: sentError(error) }));
  worker.once("exit", (ended) => {
    clearInterval(looks);
    for (let last = receiveMessageOnPort(heard); last !== undefined; last = receiveMessageOnPort(heard))
      tell(last.message as BacktestMessage);
    heard.close();
    void say({ ended, isSound: taken() <= LEFT_BYTES });
  });
}

function hold({ column, length, from, values }: ColumnPart): void {
  let held = columns.get(column);
  if (held?.length !== length) columns.set(column, (held = sharedColumn(held ?? values.subarray(0, 0), length)));
  held.set(values, from);
}

/** Bytes that the process has taken since it began, but for the columns. */
function taken(): number {
  let held = 0;
  for (const { byteLength } of columns.values()) held += byteLength;
  return process.memoryUsage.rss() - sizeAtStart - held;
}

/** A column as far as a run may see it: what comes later must not lie behind it in memory either. */
function seen({ column, length }: HeldColumn): Column {
  const whole = columns.get(column)!;
  return length === whole.length ? whole : sharedColumn(whole.subarray(0, length), length);
}

/** A column in memory that threads share, which begins with some values. */
function sharedColumn(begin: Column, length: number): Column {
  const column = new Float64Array(new SharedArrayBuffer(length * Float64Array.BYTES_PER_ELEMENT));
  column.set(begin);
  return column;
}
