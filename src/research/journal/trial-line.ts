import { crc32 } from "node:zlib";
import { MISSING } from "../../primitives/column.ts";
import type { TrialSpec } from "../trials/trial-job.ts";

/** A trial as a journal keeps it. */
export interface KeptTrial {
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
export function trialLine({ trial, params }: TrialSpec, values: Float64Array): string {
  const open = JSON.stringify({ trial, params, row: Array.from(values) }).slice(0, -1);
  return `${open},"checksum":${crc32(`${open}}`)}}`;
}

/** What a line says; undefined for one that is damaged, or none. Lines of older versions have no checksum. */
export function readTrialLine(line: string, width: number): KeptTrial | undefined {
  const sealed = SEALED.exec(line);
  const text = sealed === null ? line : `${sealed[1]!}}`;
  if (sealed !== null && crc32(text) !== Number(sealed[2])) return undefined;
  const { trial, params, row, ...more } = (parsed(text) ?? {}) as Readonly<Record<string, unknown>>;
  // A line whose checksum was damaged beyond knowing is none of an older version.
  if (Object.keys(more).length > 0 || !Number.isSafeInteger(trial)) return undefined;
  if (!Array.isArray(row) || row.length !== width) return undefined;
  const values = Float64Array.from(row, (value: unknown) => (typeof value === "number" ? value : MISSING[0]!));
  return { trial: trial as number, params: JSON.stringify(params), row: values };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
