import { type FileHandle, open, stat } from "node:fs/promises";
import { crc32 } from "node:zlib";
import { MISSING } from "../../primitives/column.ts";
import { earlierIdOf, type TrialSpec } from "../trials/trial-job.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { otherThanFile } from "../../data/file-bytes.ts";
import { digestOf } from "../../primitives/sha256.ts";
import type { TrialParams } from "../space/param-space.ts";
import { rowWidth } from "../trials/trial-table.ts";
import type { Laboratory, TrialKeeper } from "../sweep/laboratory.ts";

const BLOCK = 1 << 20;
const NEW_LINE = 10;
/** Bytes that are told of a longer one, so that whoever reads it refuses it. */
const SHOWN = 60;
/** The longest line that is read; a trial takes some hundred bytes. */
const LONGEST = 16 << 20;

/**
 * Tells every whole line of a file, from number 1, and returns the byte after the last of them. What follows the last line break is no
 * line: whoever wrote it did not come to its end.
 */
async function readLines(file: FileHandle, tell: (line: string, number: number) => void): Promise<number> {
  const block = Buffer.alloc(BLOCK);
  let rest = Buffer.alloc(0);
  let number = 0;
  let position = 0;
  let end = 0;
  for (;;) {
    const { bytesRead } = await file.read(block, 0, BLOCK, position);
    if (bytesRead === 0) return end;
    position += bytesRead;
    const bytes = Buffer.concat([rest, block.subarray(0, bytesRead)]);
    let start = 0;
    for (let at = bytes.indexOf(NEW_LINE); at >= 0; at = bytes.indexOf(NEW_LINE, start)) {
      tell(bytes.toString("utf8", start, at), ++number);
      end += at + 1 - start;
      start = at + 1;
    }
    rest = bytes.subarray(start);
    if (rest.length > LONGEST) {
      tell(rest.toString("utf8", 0, SHOWN), ++number);
      return end;
    }
  }
}

/** A trial as a journal keeps it. */
interface KeptTrial {
  readonly trial: number;
  /** Its parameters, as JSON. */
  readonly params: string;
  readonly row: Float64Array;
}

const SEALED = /^(.*),"checksum":(\d+)\}$/s;

/**
 * The line of a trial: JSON that ends with a checksum, the CRC-32 of the same JSON without it. Of a number in which one digit has changed nobody else
 * could tell that it is wrong. A missing number is null.
 */
function trialLine({ trial, params }: TrialSpec, values: Float64Array): string {
  const unclosed = JSON.stringify({ trial, params, row: Array.from(values) }).slice(0, -1);
  return `${unclosed},"checksum":${crc32(`${unclosed}}`)}}`;
}

/** What a line says; undefined for one that is damaged, or none. Lines of older versions have no checksum. */
function readTrialLine(line: string, width: number): KeptTrial | undefined {
  const sealed = SEALED.exec(line);
  const text = sealed === null ? line : `${sealed[1]!}}`;
  if (sealed !== null && crc32(text) !== Number(sealed[2])) return undefined;
  const { trial, params, row, ...more } = (parsedLine(text) ?? {}) as Readonly<Record<string, unknown>>;
  // A line whose checksum was damaged beyond knowing is none of an older version.
  if (Object.keys(more).length > 0 || !Number.isSafeInteger(trial)) return undefined;
  if (!Array.isArray(row) || row.length !== width) return undefined;
  const values = Float64Array.from(row, (value: unknown) => (typeof value === "number" ? value : MISSING[0]!));
  return { trial: trial as number, params: JSON.stringify(params), row: values };
}

function parsedLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** A journal that is open: what ran before can be asked for, and what runs now is added. */
interface Journal extends TrialKeeper {
  /** Trials that it held when it was opened. */
  readonly kept: number;
  close(): Promise<void>;
}

/** The format of a line; another is read by another version. */
const FORMAT = 1;

interface Header {
  readonly hindcast: "trials";
  readonly format: number;
  readonly fingerprint: string;
  readonly strategy: string;
  readonly metrics: readonly string[];
}

/**
 * Opens the journal of an experiment, or begins it. It is a file of lines: a header with the experiment's fingerprint, then a line of JSON for
 * each trial in whatever order they ended. Those of a chunk, some tens of milliseconds of work, are added at once. A line that was cut off at the
 * end, as by a kill, is taken away, and its trial runs again.
 *
 * Throws JOURNAL_INVALID for a file that is none, one that is of another experiment, and one with a damaged line; OUTPUT_NOT_WRITABLE, also later, where it cannot be written.
 */
export async function openJournal(path: string, laboratory: Laboratory, more: unknown): Promise<Journal> {
  const { job, space, seed, objective, strategy } = laboratory;
  const axes = space.axes.map(({ name, count, at }) => ({
    name,
    // The middle tells the scale.
    values: count === Infinity ? [at(0), at(0.5), at(1)] : Array.from({ length: count }, (_, place) => at(place)),
  }));
  const fingerprintBy = (id: string) => digestOf({ job: id, axes, seed, more, objective });
  const header: Header = {
    hindcast: "trials",
    format: FORMAT,
    fingerprint: fingerprintBy(job.id),
    strategy: job.strategy,
    metrics: job.metrics,
  };
  const width = rowWidth(job);
  const kept = new Map<number, KeptTrial>();
  let isEarlier = false;
  const file = await openFile(path);
  try {
    const end = await readLines(file, (line, number) => {
      if (number === 1) {
        const found = headerOf(path, line);
        if (found.fingerprint === header.fingerprint) return;
        const earlier = earlierIdOf(strategy, job);
        isEarlier = earlier !== undefined && found.fingerprint === fingerprintBy(earlier);
        if (!isEarlier) throw otherExperiment(path, header, found);
      } else {
        const trial = readTrialLine(line, width);
        if (trial === undefined) throw damaged(path, number, width, line);
        kept.set(trial.trial, trial);
      }
    });
    const text = `${JSON.stringify(header)}\n`;
    if (end === 0) await checkTornHeader(path, file, text);
    // What was cut off is written anew.
    await writing(path, file.truncate(end));
    if (end === 0) await writing(path, file.write(text, 0));
  } finally {
    await file.close();
  }
  // Two sweeps of one experiment may share a journal: each adds behind the other, and what both have run says the same.
  return journalOf(path, await writing(path, open(path, "a")), { kept, width, isEarlier });
}

interface JournalRows {
  readonly kept: Map<number, KeptTrial>;
  readonly width: number;
  /** Whether an earlier version wrote the header: its rows may be those of faults that are mended. */
  readonly isEarlier: boolean;
}

function journalOf(path: string, file: FileHandle, { kept, width, isEarlier }: JournalRows): Journal {
  let isProven = !isEarlier;
  return {
    kept: kept.size,
    async prove(laboratory) {
      if (isProven) return;
      isProven = true;
      const trials = Array.from(kept.values(), ({ trial, params, row }) => {
        const spec = laboratory.spec(trial, parsedLine(params) as TrialSpec["params"] & TrialParams);
        return { spec, row };
      });
      await laboratory.repeatSome(trials).catch((error: unknown) => {
        throw error instanceof HindcastError && error.code === "TRIAL_UNREPEATABLE" ? changed(path, error) : error;
      });
    },
    take(spec) {
      const known = kept.get(spec.trial);
      if (known === undefined) return undefined;
      kept.delete(spec.trial);
      const params = JSON.stringify(spec.params);
      // The fingerprint cannot know a constraint of the caller, and another one gives the numbers of trials to other points.
      if (params !== known.params) throw otherPoint(path, spec.trial, params, known.params);
      return known.row;
    },
    async keep(trials: readonly TrialSpec[], values: Float64Array) {
      const lines = trials.map((spec, i) => `${trialLine(spec, values.subarray(i * width, (i + 1) * width))}\n`);
      await writing(path, file.appendFile(lines.join("")));
    },
    close: () => file.close(),
  };
}

async function openFile(path: string): Promise<FileHandle> {
  // To open a pipe or a device may wait, and to read it may never end.
  const found = await stat(path).catch(() => undefined);
  const other = found === undefined ? undefined : otherThanFile(found);
  if (other !== undefined)
    throw new HindcastError("OUTPUT_NOT_WRITABLE", `${path} must be a file, was ${other}`, { file: path });
  try {
    return await open(path, "r+");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw notWritable(path, error);
  }
  return writing(path, open(path, "wx+"));
}

/** What the file system refuses, such as on a full disk, with the file's name. */
function writing<T>(path: string, work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw notWritable(path, error);
  });
}

function notWritable(path: string, error: unknown): HindcastError {
  const { code } = error as NodeJS.ErrnoException;
  return new HindcastError("OUTPUT_NOT_WRITABLE", `${path} cannot be written: ${code}`, {
    file: path,
    cause: error,
  });
}

function headerOf(path: string, line: string): Header {
  const header = parsedLine(line) as Partial<Header> | undefined;
  if (header?.hindcast !== "trials") throw invalid(path, 1, "the header of a journal of trials", line);
  if (header.format !== FORMAT) throw invalid(path, 1, `a journal of format ${FORMAT}`, String(header.format));
  return header as Header;
}

function otherExperiment(path: string, wanted: Header, { strategy }: Header): HindcastError {
  const message = `${path} is the journal of another experiment (${strategy}), not of ${wanted.strategy} with these data, settings, parameters and seed: use another file to run the trials again`;
  return new HindcastError("JOURNAL_INVALID", message, { file: path, strategy });
}

function changed(path: string, cause: HindcastError): HindcastError {
  const { trial, params, metric, was, again } = cause.details;
  const what = typeof metric === "string" ? metric : "returns";
  const message = `${path} is from an earlier version of Hindcast with other results: trial ${String(trial)} (${JSON.stringify(params)}) had ${what} ${String(was)}, has ${String(again)} now. Use another file to run the trials again`;
  return new HindcastError("JOURNAL_INVALID", message, { ...cause.details, file: path, cause });
}

/** A file without a whole line is the beginning of our own header, or somebody else's, which stays as it is. */
async function checkTornHeader(path: string, file: FileHandle, text: string): Promise<void> {
  const { size } = await file.stat();
  const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(size, 4096)), 0, Math.min(size, 4096), 0);
  const found = buffer.toString("utf8", 0, bytesRead);
  if (!text.startsWith(found)) throw invalid(path, 1, "the header of a journal of trials", found);
}

function damaged(path: string, number: number, width: number, line: string): HindcastError {
  const mustBe = `a trial with a row of ${width} numbers and the checksum of its line, or be taken out so that the trial runs again`;
  return invalid(path, number, mustBe, line);
}

function otherPoint(path: string, trial: number, params: string, was: string): HindcastError {
  const message = `${path} is the journal of another experiment: its trial ${trial} has ${was}, this one has ${params}. Use the same constraint`;
  return new HindcastError("JOURNAL_INVALID", message, { file: path, trial, params, was });
}

function invalid(path: string, line: number, mustBe: string, was: string): HindcastError {
  const shown = was.length > 60 ? `${was.slice(0, 57)}...` : was;
  return new HindcastError("JOURNAL_INVALID", `line ${line} of ${path} must be ${mustBe}, was ${shown}`, {
    file: path,
    line,
  });
}
