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
  type ColumnRef,
  type HostMessage,
  killHost,
  type ServerMessage,
} from "./host-channel.ts";

// This program runs backtests for a server. The strategy runs in another thread, so this one can watch the memory and end the process when
// the server disappears.

/** Interval of memory checks, milliseconds. */
const MEMORY_CHECK_MS = 50;

/**
 * Share of the memory limit that may still be in use after a run if the process is to run another. V8 and the operating system free memory
 * late.
 */
const REUSABLE_SHARE = 1 / 4;

/** File of the program that threads run, and MiB of memory for a run. */
const [, , entry, memory] = process.argv;
const memoryMb = Number(memory);

const columns = new Map<number, Column>();
const sizeAtStart = process.memoryUsage.rss();

const server = new Frames(
  new Socket({ fd: CHANNEL }),
  Infinity,
  (message) => handleMessage(message as ServerMessage),
  () => killHost(process.pid),
);

let nextThread = newThread();

function handleMessage(message: ServerMessage): void {
  if ("column" in message) {
    storeColumn(message);
  } else {
    start(message);
  }
}

/**
 * A thread that has loaded the library and waits for the only run that it will do. Loading takes half as long as a typical run, and a fresh
 * thread contains nothing of earlier runs.
 */
interface Thread {
  readonly worker: Worker;
  readonly port: MessagePort;
  hasEnded: boolean;
}

function newThread(): Thread {
  // A strategy can use the port that every thread has, so the backtest's own messages use another port.
  const { port1: port, port2: ofThread } = new MessageChannel();
  const worker = new Worker(entry!, {
    workerData: { port: ofThread } satisfies ThreadStart,
    transferList: [ofThread],
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  const thread: Thread = { worker, port, hasEnded: false };
  worker.once("exit", () => (thread.hasEnded = true));
  // A thread that fails while it loads also fails when it should run, and its run reports the error.
  worker.on("error", () => {});
  return thread;
}

function start({ run, spec }: Extract<ServerMessage, { run: string }>): void {
  const send = (message: HostMessage): Promise<void> => server.send({ run, ...message });
  const { worker, port } = nextThread.hasEnded ? newThread() : nextThread;
  const memoryCheck = setInterval(() => {
    if (memoryTaken() <= memoryMb * MIB) return;
    clearInterval(memoryCheck);
    void send({ exceededMemory: true }).then(() => killHost(process.pid));
  }, MEMORY_CHECK_MS);
  const forward = (message: BacktestMessage): void => {
    void send(message);
    // Ends the thread, and with it anything that the strategy left running, such as a timer.
    if ("page" in message || "tooLarge" in message || "error" in message) void worker.terminate();
  };
  port.on("message", forward);
  worker.on("error", (error) => forward({ error: sentError(error) }));
  worker.once("exit", (ended) => {
    clearInterval(memoryCheck);
    for (let last = receiveMessageOnPort(port); last !== undefined; last = receiveMessageOnPort(port))
      forward(last.message as BacktestMessage);
    port.close();
    void send({ ended, isReusable: memoryTaken() <= memoryMb * MIB * REUSABLE_SHARE });
    nextThread = newThread();
  });
  port.postMessage({ ...spec, data: mapColumns(spec.data, visibleColumn) } satisfies BacktestSpec);
}

function storeColumn({ column, length, from, values }: ColumnPart): void {
  let stored = columns.get(column);
  if (stored?.length !== length) columns.set(column, (stored = sharedColumn(stored ?? values.subarray(0, 0), length)));
  stored.set(values, from);
}

/** Bytes of memory that the process uses beyond its price columns and its size at the start. */
function memoryTaken(): number {
  let stored = 0;
  for (const { byteLength } of columns.values()) stored += byteLength;
  return process.memoryUsage.rss() - sizeAtStart - stored;
}

/** Returns the values of a column that a run may see, in memory that contains no later values. */
function visibleColumn({ column, length }: ColumnRef): Column {
  const stored = columns.get(column)!;
  return length === stored.length ? stored : sharedColumn(stored.subarray(0, length), length);
}

/** Creates a column in shared memory, and copies its first values. */
function sharedColumn(begin: Column, length: number): Column {
  const column = new Float64Array(new SharedArrayBuffer(length * Float64Array.BYTES_PER_ELEMENT));
  column.set(begin);
  return column;
}
