import { Socket } from "node:net";
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from "node:worker_threads";
import type { Column } from "../../primitives/column.ts";
import { sentError } from "../../research/executors/sent-error.ts";
import { mapColumns } from "../../research/executors/data-columns.ts";
import { MIB } from "./backtest-limits.ts";
import type { BacktestMessage, BacktestSpec, ThreadStart } from "./backtest-spec.ts";
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

/** Share of what a run may take by which the process may be larger after one than before its first: V8 and the system give back late. */
const LEFT_SHARE = 1 / 4;

/** What each thread runs, and MiB that a run may take. */
const [, , entry, memory] = process.argv;
const memoryMb = Number(memory);

const columns = new Map<number, Column>();
const sizeAtStart = process.memoryUsage.rss();

const server = new Frames(
  new Socket({ fd: CHANNEL }),
  Infinity,
  (message) => take(message as ServerMessage),
  () => killHost(process.pid),
);

let waiting = newThread();

function take(message: ServerMessage): void {
  if ("column" in message) {
    hold(message);
  } else {
    start(message);
  }
}

/** A thread that has loaded the library, which takes half as long as many a run, and waits for one. It runs no other: nothing is left of one for the next. */
interface Thread {
  readonly worker: Worker;
  readonly port: MessagePort;
  hasEnded: boolean;
}

function newThread(): Thread {
  // A strategy may send what it likes through the port that every thread has. This one is known to the thread's own code alone.
  const { port1: port, port2: ofThread } = new MessageChannel();
  const worker = new Worker(entry!, {
    workerData: { port: ofThread } satisfies ThreadStart,
    transferList: [ofThread],
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  const thread: Thread = { worker, port, hasEnded: false };
  worker.once("exit", () => (thread.hasEnded = true));
  // One that fails before its run does so again in it, and is told then.
  worker.on("error", () => {});
  return thread;
}

function start({ run, spec }: Extract<ServerMessage, { run: string }>): void {
  const say = (message: HostMessage): Promise<void> => server.send({ run, ...message });
  const { worker, port } = waiting.hasEnded ? newThread() : waiting;
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
  port.on("message", tell);
  worker.on("error", (error) => tell({ error: sentError(error) }));
  worker.once("exit", (ended) => {
    clearInterval(looks);
    for (let last = receiveMessageOnPort(port); last !== undefined; last = receiveMessageOnPort(port))
      tell(last.message as BacktestMessage);
    port.close();
    void say({ ended, isSound: taken() <= memoryMb * MIB * LEFT_SHARE });
    waiting = newThread();
  });
  port.postMessage({ ...spec, data: mapColumns(spec.data, seen) } satisfies BacktestSpec);
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
