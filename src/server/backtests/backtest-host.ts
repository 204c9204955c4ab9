import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import { constants, setPriority } from "node:os";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import type { Column } from "../../primitives/column.ts";
import { mapColumns, type SharedData } from "../../research/executors/data-columns.ts";
import { sentError } from "../../research/executors/sent-error.ts";
import { MIB } from "./backtest-limits.ts";
import type { BacktestMessage, BacktestSpec, BacktestThreads } from "./backtest-spec.ts";
import {
  CHANNEL,
  type ColumnPart,
  Frames,
  type HeldColumn,
  type HostMessage,
  killHost,
  type ServerMessage,
} from "./host-channel.ts";

/** Bytes of columns that a host may hold though its next run does not need them. */
const UNUSED_BYTES = 64 * MIB;

/** Bytes of a message: the largest is an error with its details. */
const MESSAGE_BYTES = 4 * MIB;

/** Values of a column that are sent at once: a quarter of a megabyte keeps nobody waiting. */
const SENT_AT_ONCE = 2 ** 15;

/** Bytes as they came, in pieces. */
export type Pieces = readonly Uint8Array[];

/** What is heard of a run: what its host says, outcome and page with their bytes, or that the host has ended, and how. */
export type HeardMessage =
  | Exclude<HostMessage, { readonly piece: unknown } | { readonly fingerprint: unknown } | { readonly page: unknown }>
  | { readonly outcome: Pieces; readonly fingerprint: string }
  /** Undefined where it has more bytes than it may. */
  | { readonly page: Pieces | undefined }
  | { readonly lost: string };

/** What is heard last of a run. */
export type EndMessage = Extract<HeardMessage, { ended: unknown } | { lost: unknown }>;

/** A column of which a host holds the first values. */
interface SentColumn {
  readonly number: number;
  readonly start: number;
  length: number;
}

/**
 * A process that runs backtests, one after the other, each in a thread. It can be ended at any moment, also while a strategy blocks its thread outside of
 * JavaScript, and ends by itself when the server is gone. Columns that a run needs are sent once and kept there for the runs after it.
 */
export class BacktestHost {
  /** Resolves when the process has ended. */
  readonly ended: Promise<void>;
  readonly #child: ChildProcess;
  readonly #frames: Frames;
  /** By the memory in which they lie. */
  readonly #sent = new Map<ArrayBufferLike, SentColumn[]>();
  readonly #mostBytes: number;
  /** Whether it has run nothing: none of its memory is left from another run. */
  isNew = true;
  #columns = 0;
  #run: { readonly word: string; readonly hear: (message: HeardMessage) => void } | undefined;
  /** What came of the run's bytes since they were last asked for, and how many came in all. */
  #pieces: Uint8Array[] = [];
  #size = 0;

  constructor(threads: BacktestThreads, memoryMb: number, mostBytes: number) {
    this.#mostBytes = mostBytes;
    const { host = placeOf("host"), entry = placeOf("thread"), execArgv = ownOptions() } = threads;
    const child = spawn(process.execPath, [...execArgv, host, entry, String(memoryMb)], {
      stdio: ["ignore", "inherit", "inherit", "pipe"],
      env: { ...GIVING_BACK, ...withoutOwn(process.env) },
      // It leads a group, with which all that strategies have started ends; what a terminal sends does not come to it.
      detached: process.platform !== "win32",
      windowsHide: true,
    });
    this.#child = child;
    yieldToServer(child.pid);
    const channel = child.stdio[CHANNEL] as Socket;
    this.#frames = new Frames(
      channel,
      MESSAGE_BYTES,
      (message) => this.#take(message),
      () => this.kill(),
    );
    this.#holdProcess(false);
    let failure = "could not begin";
    child.once("error", (error) => (failure += `: ${error.message}`));
    this.ended = new Promise((resolve) => {
      child.once("close", (code, signal) => {
        this.#end({ lost: child.pid === undefined ? failure : `was ended by ${signal ?? `code ${code}`}` });
        resolve();
      });
    });
  }

  /** Whether it can run this and hold little that is not needed for it. */
  suits(data: SharedData): boolean {
    if (!this.#isAlive) return false;
    let unused = 0;
    const needed = new Set<ArrayBufferLike>();
    mapColumns(data, ({ buffer }) => needed.add(buffer));
    for (const [buffer, columns] of this.#sent)
      if (!needed.has(buffer)) for (const { length } of columns) unused += length * Float64Array.BYTES_PER_ELEMENT;
    return unused <= UNUSED_BYTES;
  }

  /** Runs one. The last message that is heard says that its thread or the process has ended. */
  run(spec: BacktestSpec, hear: (message: HeardMessage) => void): void {
    const word = randomUUID();
    this.#run = { word, hear };
    this.#pieces = [];
    this.#size = 0;
    this.#holdProcess(true);
    const missing: ColumnPart[] = [];
    const data = mapColumns(spec.data, (column) => this.#held(column, missing));
    this.#send(missing, { run: word, spec: { ...spec, data } }).catch((error: unknown) => {
      // Something of it cannot be sent, such as a function.
      hear({ error: sentError(error) });
      this.kill();
    });
  }

  /** Ends the process at once. */
  kill(): void {
    if (this.#isAlive) killHost(this.#child.pid!);
  }

  get #isAlive(): boolean {
    const { pid, exitCode, signalCode } = this.#child;
    return pid !== undefined && exitCode === null && signalCode === null;
  }

  /** Which of its columns one is to the host, and what it still lacks of that one. */
  #held({ buffer, byteOffset: start, length }: Column, missing: ColumnPart[]): HeldColumn {
    const columns = this.#sent.get(buffer) ?? [];
    this.#sent.set(buffer, columns);
    let sent = columns.find((one) => one.start === start);
    if (sent === undefined) columns.push((sent = { number: this.#columns++, start, length: 0 }));
    const { number, length: from } = sent;
    if (from < length) {
      const values = new Float64Array(buffer, start + from * Float64Array.BYTES_PER_ELEMENT, length - from);
      missing.push({ column: number, length, from, values });
      sent.length = length;
    }
    return { column: number, length };
  }

  async #send(missing: readonly ColumnPart[], run: ServerMessage): Promise<void> {
    for (const part of missing) {
      for (let at = 0; at < part.values.length; at += SENT_AT_ONCE) {
        const values = part.values.subarray(at, at + SENT_AT_ONCE);
        await this.#frames.send({ ...part, from: part.from + at, values });
      }
    }
    await this.#frames.send(run);
  }

  /** Whatever is no message about the run is not from the host's own code. */
  #take(message: unknown): void {
    if (this.#run === undefined || !isAbout(this.#run.word, message)) return;
    const { hear } = this.#run;
    if ("ended" in message) this.#end(message);
    else if ("piece" in message) this.#hold(message.piece);
    else if ("fingerprint" in message) hear({ ...message, outcome: this.#heldPieces() });
    else if ("page" in message) hear({ page: message.page ? this.#heldPieces() : undefined });
    else hear(message);
  }

  /** What is packed has fewer bytes than a run may have of results, and a little more where nothing can be made smaller. */
  #hold(piece: Uint8Array): void {
    this.#size += piece.length;
    if (this.#size <= this.#mostBytes + MESSAGE_BYTES) this.#pieces.push(piece);
    else this.kill();
  }

  #heldPieces(): Pieces {
    const pieces = this.#pieces;
    this.#pieces = [];
    return pieces;
  }

  #end(last: HeardMessage): void {
    const run = this.#run;
    this.#run = undefined;
    this.isNew = false;
    this.#holdProcess(false);
    run?.hear(last);
  }

  /** Whether the server's process stays alive for it, which it does while something runs. */
  #holdProcess(isHeld: boolean): void {
    const channel = this.#child.stdio[CHANNEL] as Socket | undefined;
    for (const one of [this.#child, channel]) {
      if (isHeld) one?.ref();
      else one?.unref();
    }
  }
}

/** A program that lies beside this file, as it is compiled or as source. */
function placeOf(name: string): string {
  return fileURLToPath(new URL(`./${name}${extname(import.meta.url)}`, import.meta.url));
}

/** Options that say what a process runs, with their value, or that take a port of their own. */
const WHAT_RUNS = /^(?:-e|-p|-pe|--eval|--print)$/;
const OF_ONE = /^(?:--(?:eval|print|input-type|inspect|watch|test|cpu-prof|heap-prof)|-i$|--interactive$)/;

/** The options of Node that this process has and another can share. */
function ownOptions(): readonly string[] {
  return process.execArgv.filter(
    (option, i, all) => !OF_ONE.test(option) && !WHAT_RUNS.test(option) && !WHAT_RUNS.test(all[i - 1] ?? ""),
  );
}

/** Where processors are short, who asks the server does not wait for backtests. */
function yieldToServer(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already, or the system does not allow it.
  }
}

/** The allocator of Linux would keep the memory of a run for the next, tens of megabytes that count as memory of that one. */
const GIVING_BACK = { MALLOC_MMAP_THRESHOLD_: "65536", MALLOC_TRIM_THRESHOLD_: "65536" };

/** The environment without what is the command line's own, such as a key. */
function withoutOwn(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith("HINDCAST_")));
}

function isAbout(word: string, message: unknown): message is HostMessage {
  if (typeof message !== "object" || message === null) return false;
  const { run, ...said } = message as Readonly<Record<string, unknown>>;
  if (run !== word) return false;
  if ("progress" in said) return typeof said["progress"] === "number";
  if ("piece" in said) return said["piece"] instanceof Uint8Array;
  if ("fingerprint" in said) return typeof said["fingerprint"] === "string" || said["fingerprint"] === null;
  if ("page" in said) return typeof said["page"] === "boolean";
  if ("tooLarge" in said) return typeof said["tooLarge"] === "number";
  if ("error" in said) return isError(said["error"]);
  return said["tookMemory"] === true || typeof said["ended"] === "number";
}

function isError(error: unknown): error is Extract<BacktestMessage, { error: unknown }>["error"] {
  const { name, message, details } = (error ?? {}) as Readonly<Record<string, unknown>>;
  return [name, message, details].every((text) => typeof text === "string");
}
