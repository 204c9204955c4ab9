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
  type ColumnRef,
  type HostMessage,
  killHost,
  type ServerMessage,
} from "./host-channel.ts";

/** Bytes of price columns that a process may keep although its next run does not need them. */
const MAX_UNUSED_BYTES = 64 * MIB;

/** Maximum size of a message from a process. The largest messages are errors with their details. */
const MAX_MESSAGE_BYTES = 4 * MIB;

/** Number of values sent per message. These 256 KiB do not block the server for long. */
const VALUES_PER_MESSAGE = 2 ** 15;

/** Received bytes, in the pieces in which they arrived. */
export type Pieces = readonly Uint8Array[];

/** A report about a run: a message of its process, the bytes of the result or of the report page, or the end of the process. */
export type HostReport =
  | Exclude<HostMessage, { readonly piece: unknown } | { readonly fingerprint: unknown } | { readonly page: unknown }>
  | { readonly outcome: Pieces; readonly fingerprint: string }
  /** The report page; undefined if it exceeds its size limit. */
  | { readonly page: Pieces | undefined }
  | { readonly processEnd: string };

/** The last report of a run. */
export type EndMessage = Extract<HostReport, { ended: unknown } | { processEnd: unknown }>;

/** A column of prices of which a process already has the first `length` values. */
interface SentColumn {
  readonly number: number;
  readonly start: number;
  length: number;
}

/**
 * A process that runs backtests one after another, each in a thread of its own. It can be killed at any time, even while a strategy blocks
 * its thread in native code, and ends by itself when the server ends. Price columns are sent once and kept for later runs.
 */
export class BacktestHost {
  /** Resolves when the process has ended. */
  readonly ended: Promise<void>;
  readonly #child: ChildProcess;
  readonly #frames: Frames;
  /** Columns that the process already has, by their underlying memory. */
  readonly #sentColumns = new Map<ArrayBufferLike, SentColumn[]>();
  readonly #maxBytes: number;
  /** Whether the process has run nothing yet, so that its memory contains nothing of another run. */
  isNew = true;
  #columns = 0;
  #run: { readonly token: string; readonly onReport: (message: HostReport) => void } | undefined;
  /** Pieces of the current run's result that were received and not yet taken. `#size` counts all received bytes. */
  #pieces: Uint8Array[] = [];
  #size = 0;

  constructor(threads: BacktestThreads, memoryMb: number, maxBytes: number) {
    this.#maxBytes = maxBytes;
    const { host = programPath("host"), entry = programPath("thread"), execArgv = sharedExecArgv() } = threads;
    const child = spawn(process.execPath, [...execArgv, host, entry, String(memoryMb)], {
      stdio: ["ignore", "inherit", "inherit", "pipe"],
      env: { ...MALLOC_ENV, ...withoutHindcastVariables(process.env) },
      // Makes the process a process group: killing the group also ends programs that strategies started, and a terminal's signals do not
      // reach it.
      detached: process.platform !== "win32",
      windowsHide: true,
    });
    this.#child = child;
    lowerPriority(child.pid);
    const channel = child.stdio[CHANNEL] as Socket;
    this.#frames = new Frames(
      channel,
      MAX_MESSAGE_BYTES,
      (message) => this.#handleMessage(message),
      () => this.kill(),
    );
    this.#keepServerAlive(false);
    let failure = "could not start";
    child.once("error", (error) => (failure += `: ${error.message}`));
    this.ended = new Promise((resolve) => {
      child.once("close", (code, signal) => {
        this.#end({ processEnd: child.pid === undefined ? failure : `was ended by ${signal ?? `code ${code}`}` });
        resolve();
      });
    });
  }

  /** Whether the process can run a backtest over these data without keeping too many columns that the run does not need. */
  canRun(data: SharedData): boolean {
    if (!this.#isAlive) return false;
    let unused = 0;
    const needed = new Set<ArrayBufferLike>();
    mapColumns(data, ({ buffer }) => needed.add(buffer));
    for (const [buffer, columns] of this.#sentColumns)
      if (!needed.has(buffer)) for (const { length } of columns) unused += length * Float64Array.BYTES_PER_ELEMENT;
    return unused <= MAX_UNUSED_BYTES;
  }

  /** Runs a backtest. The last call of `onReport` says that the thread or the process has ended. */
  run(spec: BacktestSpec, onReport: (message: HostReport) => void): void {
    const token = randomUUID();
    this.#run = { token, onReport };
    this.#pieces = [];
    this.#size = 0;
    this.#keepServerAlive(true);
    const missing: ColumnPart[] = [];
    const data = mapColumns(spec.data, (column) => this.#columnRef(column, missing));
    this.#send(missing, { run: token, spec: { ...spec, data } }).catch((error: unknown) => {
      // Some part of the backtest cannot be sent to a process, such as a function.
      onReport({ error: sentError(error) });
      this.kill();
    });
  }

  /** Kills the process at once. */
  kill(): void {
    if (this.#isAlive) killHost(this.#child.pid!);
  }

  get #isAlive(): boolean {
    const { pid, exitCode, signalCode } = this.#child;
    return pid !== undefined && exitCode === null && signalCode === null;
  }

  /** Returns a reference to a column in the process, and adds the values that the process lacks to `missing`. */
  #columnRef({ buffer, byteOffset: start, length }: Column, missing: ColumnPart[]): ColumnRef {
    const columns = this.#sentColumns.get(buffer) ?? [];
    this.#sentColumns.set(buffer, columns);
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
      for (let at = 0; at < part.values.length; at += VALUES_PER_MESSAGE) {
        const values = part.values.subarray(at, at + VALUES_PER_MESSAGE);
        await this.#frames.send({ ...part, from: part.from + at, values });
      }
    }
    await this.#frames.send(run);
  }

  /** Handles a message of the process. A message without the secret token of the run is ignored, since the strategy may have written it. */
  #handleMessage(message: unknown): void {
    if (this.#run === undefined || !isHostMessage(this.#run.token, message)) return;
    const { onReport } = this.#run;
    if ("ended" in message) this.#end(message);
    else if ("piece" in message) this.#addPiece(message.piece);
    else if ("fingerprint" in message) onReport({ ...message, outcome: this.#takePieces() });
    else if ("page" in message) onReport({ page: message.page ? this.#takePieces() : undefined });
    else onReport(message);
  }

  /** Stores a received piece of the result. The limit has a margin, since some data do not become smaller when packed. */
  #addPiece(piece: Uint8Array): void {
    this.#size += piece.length;
    if (this.#size <= this.#maxBytes + MAX_MESSAGE_BYTES) this.#pieces.push(piece);
    else this.kill();
  }

  #takePieces(): Pieces {
    const pieces = this.#pieces;
    this.#pieces = [];
    return pieces;
  }

  #end(last: HostReport): void {
    const run = this.#run;
    this.#run = undefined;
    this.isNew = false;
    this.#keepServerAlive(false);
    run?.onReport(last);
  }

  /** Keeps the server's process from exiting while a backtest runs. */
  #keepServerAlive(isRunning: boolean): void {
    const channel = this.#child.stdio[CHANNEL] as Socket | undefined;
    for (const one of [this.#child, channel]) {
      if (isRunning) one?.ref();
      else one?.unref();
    }
  }
}

/** Returns the path of a program next to this file, compiled or as source. */
function programPath(name: string): string {
  return fileURLToPath(new URL(`./${name}${extname(import.meta.url)}`, import.meta.url));
}

/** Node options that name code to run. Other processes must not run that code. */
const EVAL_OPTIONS = /^(?:-e|-p|-pe|--eval|--print)$/;
const UNSHARED_OPTIONS = /^(?:--(?:eval|print|input-type|inspect|watch|test|cpu-prof|heap-prof)|-i$|--interactive$)/;

/** Returns the Node options of this process that other processes can share. */
function sharedExecArgv(): readonly string[] {
  return process.execArgv.filter(
    (option, i, all) =>
      !UNSHARED_OPTIONS.test(option) && !EVAL_OPTIONS.test(option) && !EVAL_OPTIONS.test(all[i - 1] ?? ""),
  );
}

/** Lowers the priority of the process, so that backtests do not slow down requests. */
function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The process has already ended, or the operating system does not permit lower priorities.
  }
}

/** Environment that makes glibc return freed memory. Otherwise tens of megabytes of one run would count as memory of the next. */
const MALLOC_ENV = { MALLOC_MMAP_THRESHOLD_: "65536", MALLOC_TRIM_THRESHOLD_: "65536" };

/** Returns an environment without variables of Hindcast, which may contain an API key. */
function withoutHindcastVariables(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith("HINDCAST_")));
}

function isHostMessage(token: string, message: unknown): message is HostMessage {
  if (typeof message !== "object" || message === null) return false;
  const { run, ...body } = message as Readonly<Record<string, unknown>>;
  if (run !== token) return false;
  if ("progress" in body) return typeof body["progress"] === "number";
  if ("piece" in body) return body["piece"] instanceof Uint8Array;
  if ("fingerprint" in body) return typeof body["fingerprint"] === "string" || body["fingerprint"] === null;
  if ("page" in body) return typeof body["page"] === "boolean";
  if ("tooLarge" in body) return typeof body["tooLarge"] === "number";
  if ("error" in body) return isError(body["error"]);
  return body["exceededMemory"] === true || typeof body["ended"] === "number";
}

function isError(error: unknown): error is Extract<BacktestMessage, { error: unknown }>["error"] {
  const { name, message, details } = (error ?? {}) as Readonly<Record<string, unknown>>;
  return [name, message, details].every((text) => typeof text === "string");
}
