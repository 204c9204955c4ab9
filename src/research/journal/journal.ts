import { type FileHandle, open, stat } from "node:fs/promises";
import { crc32 } from "node:zlib";
import { MISSING } from "../../primitives/column.ts";
import { earlierJobId, type TrialSpec } from "../trials/trial-job.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { nonFileKind } from "../../data/file-bytes.ts";
import { digestOf } from "../../primitives/sha256.ts";
import type { TrialParams } from "../space/param-space.ts";
import { rowWidth } from "../trials/trial-table.ts";
import type { ExperimentRunner, TrialStore } from "../sweep/experiment-runner.ts";

const BLOCK = 1 << 20;
const NEW_LINE = 10;
/** Number of bytes of an overlong line that the error shows. */
const SHOWN_BYTES = 60;
/** Maximum length of a line in bytes; a trial needs a few hundred. */
const MAX_LINE = 16 << 20;

/**
 * Passes every complete line of a file to `onLine`, numbered from 1, and returns the position after the last complete line. Text after the last line
 * break is incomplete, since its writer was interrupted.
 */
async function readLines(file: FileHandle, onLine: (line: string, number: number) => void): Promise<number> {
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
      onLine(bytes.toString("utf8", start, at), ++number);
      end += at + 1 - start;
      start = at + 1;
    }
    rest = bytes.subarray(start);
    if (rest.length > MAX_LINE) {
      onLine(rest.toString("utf8", 0, SHOWN_BYTES), ++number);
      return end;
    }
  }
}

/** A trial in a journal. */
interface RecordedTrial {
  readonly trial: number;
  /** Parameters of the trial as JSON. */
  readonly params: string;
  readonly row: Float64Array;
}

const CHECKSUM = /^(.*),"checksum":(\d+)\}$/s;

/**
 * Formats the line of a trial: JSON that ends with the CRC-32 of the same JSON without the checksum, so that a changed digit is detected.
 * Missing numbers are null.
 */
function trialLine({ trial, params }: TrialSpec, values: Float64Array): string {
  const body = JSON.stringify({ trial, params, row: Array.from(values) }).slice(0, -1);
  return `${body},"checksum":${crc32(`${body}}`)}}`;
}

/** Parses the line of a trial. Returns undefined for an invalid line. Lines of older versions have no checksum. */
function readTrialLine(line: string, width: number): RecordedTrial | undefined {
  const checked = CHECKSUM.exec(line);
  const text = checked === null ? line : `${checked[1]!}}`;
  if (checked !== null && crc32(text) !== Number(checked[2])) return undefined;
  const { trial, params, row, ...more } = (parsedLine(text) ?? {}) as Readonly<Record<string, unknown>>;
  // A line with further fields is damaged. It is not a line of an older version without a checksum.
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

/** An open journal: returns the rows of earlier trials and appends new ones. */
interface Journal extends TrialStore {
  /** Number of trials in the journal when it was opened. */
  readonly recorded: number;
  close(): Promise<void>;
}

/** Version of the journal's format. */
const FORMAT = 1;

interface Header {
  readonly hindcast: "trials";
  readonly format: number;
  readonly fingerprint: string;
  readonly strategy: string;
  readonly metrics: readonly string[];
}

/**
 * Opens or creates the journal of an experiment. The file has one header line with the experiment's fingerprint, then one line of JSON for
 * each trial, in the order in which they ended. The trials of a chunk, some tens of milliseconds of work, are appended together. An
 * incomplete last line, as after a kill, is removed and its trial runs again.
 *
 * Throws JOURNAL_INVALID for a file that is not a journal, belongs to another experiment or has a damaged line. Throws OUTPUT_NOT_WRITABLE,
 * also later, if the file cannot be written.
 */
export async function openJournal(path: string, experiment: ExperimentRunner, extraOptions: unknown): Promise<Journal> {
  const { job, space, seed, objective, strategy } = experiment;
  const axes = space.axes.map(({ name, count, at }) => ({
    name,
    // For a continuous range, the middle value identifies the scale.
    values: count === Infinity ? [at(0), at(0.5), at(1)] : Array.from({ length: count }, (_, place) => at(place)),
  }));
  const fingerprintOf = (id: string) => digestOf({ job: id, axes, seed, more: extraOptions, objective });
  const header: Header = {
    hindcast: "trials",
    format: FORMAT,
    fingerprint: fingerprintOf(job.id),
    strategy: job.strategy,
    metrics: job.metrics,
  };
  const width = rowWidth(job);
  const recorded = new Map<number, RecordedTrial>();
  let isEarlierVersion = false;
  const file = await openFile(path);
  try {
    const end = await readLines(file, (line, number) => {
      if (number === 1) {
        const found = headerOf(path, line);
        if (found.fingerprint === header.fingerprint) return;
        const earlier = earlierJobId(strategy, job);
        isEarlierVersion = earlier !== undefined && found.fingerprint === fingerprintOf(earlier);
        if (!isEarlierVersion) throw otherExperiment(path, header, found);
      } else {
        const trialRead = readTrialLine(line, width);
        if (trialRead === undefined) throw damaged(path, number, width, line);
        recorded.set(trialRead.trial, trialRead);
      }
    });
    const text = `${JSON.stringify(header)}\n`;
    if (end === 0) await checkTornHeader(path, file, text);
    // A file without a complete header is emptied, and the header is written again.
    await writing(path, file.truncate(end));
    if (end === 0) await writing(path, file.write(text, 0));
  } finally {
    await file.close();
  }
  // Two sweeps of one experiment may append to the same journal, since their lines for the same trial are equal.
  return journalOf(path, await writing(path, open(path, "a")), { recorded, width, isEarlierVersion });
}

interface JournalRows {
  readonly recorded: Map<number, RecordedTrial>;
  readonly width: number;
  /** Whether an earlier version wrote the journal. Its rows may contain errors that have been fixed since. */
  readonly isEarlierVersion: boolean;
}

function journalOf(path: string, file: FileHandle, { recorded, width, isEarlierVersion }: JournalRows): Journal {
  let isVerified = !isEarlierVersion;
  return {
    recorded: recorded.size,
    async verify(experiment) {
      if (isVerified) return;
      isVerified = true;
      const trials = Array.from(recorded.values(), ({ trial, params, row }) => {
        const spec = experiment.spec(trial, parsedLine(params) as TrialSpec["params"] & TrialParams);
        return { spec, row };
      });
      await experiment.repeatSample(trials).catch((error: unknown) => {
        throw error instanceof HindcastError && error.code === "TRIAL_UNREPEATABLE"
          ? changedResult(path, error)
          : error;
      });
    },
    takeRow(spec) {
      const known = recorded.get(spec.trial);
      if (known === undefined) return undefined;
      recorded.delete(spec.trial);
      const params = JSON.stringify(spec.params);
      // Parameters are compared too, since the fingerprint lacks the constraint, on which the numbers of trials depend.
      if (params !== known.params) throw otherPoint(path, spec.trial, params, known.params);
      return known.row;
    },
    async append(trials: readonly TrialSpec[], values: Float64Array) {
      const lines = trials.map((spec, i) => `${trialLine(spec, values.subarray(i * width, (i + 1) * width))}\n`);
      await writing(path, file.appendFile(lines.join("")));
    },
    close: () => file.close(),
  };
}

async function openFile(path: string): Promise<FileHandle> {
  // Only files are opened, since opening a pipe may block and reading a device may never end.
  const found = await stat(path).catch(() => undefined);
  const other = found === undefined ? undefined : nonFileKind(found);
  if (other !== undefined)
    throw new HindcastError("OUTPUT_NOT_WRITABLE", `${path} must be a file, was ${other}`, { file: path });
  try {
    return await open(path, "r+");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw notWritable(path, error);
  }
  return writing(path, open(path, "wx+"));
}

/** Converts errors of the file system, such as that of a full disk, to errors that name the file. */
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

function changedResult(path: string, cause: HindcastError): HindcastError {
  const { trial, params, metric, was, again } = cause.details;
  const what = typeof metric === "string" ? metric : "returns";
  const message = `${path} is from an earlier version of Hindcast with other results: trial ${String(trial)} (${JSON.stringify(params)}) had ${what} ${String(was)}, has ${String(again)} now. Use another file to run the trials again`;
  return new HindcastError("JOURNAL_INVALID", message, { ...cause.details, file: path, cause });
}

/** Checks a file without a complete line. Throws JOURNAL_INVALID unless it is the start of a journal's header. */
async function checkTornHeader(path: string, file: FileHandle, text: string): Promise<void> {
  const { size } = await file.stat();
  const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(size, 4096)), 0, Math.min(size, 4096), 0);
  const found = buffer.toString("utf8", 0, bytesRead);
  if (!text.startsWith(found)) throw invalid(path, 1, "the header of a journal of trials", found);
}

function damaged(path: string, number: number, width: number, line: string): HindcastError {
  const mustBe = `a trial with a row of ${width} numbers and a matching checksum (or remove the line to run its trial again)`;
  return invalid(path, number, mustBe, line);
}

function otherPoint(path: string, trial: number, params: string, was: string): HindcastError {
  const message = `${path} is the journal of another experiment: its trial ${trial} has ${was}, but in this experiment it has ${params}. Use the same constraint`;
  return new HindcastError("JOURNAL_INVALID", message, { file: path, trial, params, was });
}

function invalid(path: string, line: number, mustBe: string, was: string): HindcastError {
  const shown = was.length > 60 ? `${was.slice(0, 57)}...` : was;
  return new HindcastError("JOURNAL_INVALID", `line ${line} of ${path} must be ${mustBe}, was ${shown}`, {
    file: path,
    line,
  });
}
