import { fileError } from "./file-error.ts";

/** Which columns hold what, by their position. */
export interface Layout {
  /** A column of whole times; with `clock`, one of dates. */
  readonly time: number;
  /** A column of times of day. */
  readonly clock: number | undefined;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number | undefined;
  readonly adjClose: number | undefined;
  /** Names of the columns that hold nothing of these; of one without a name its place, `column 7`. */
  readonly unread: readonly string[];
}

/** Spellings of each column, without case, spaces and `_ - .`; where several are there, the first of the list is meant. */
const SPELLINGS = {
  time: ["timestamp", "datetime", "opentime", "date", "time"],
  open: ["open", "o"],
  high: ["high", "h"],
  low: ["low", "l"],
  close: ["close", "c", "last", "price"],
  volume: ["volume", "vol", "v"],
  adjClose: ["adjclose", "adjustedclose"],
} as const;

type Role = keyof typeof SPELLINGS;

const REQUIRED = ["time", "open", "high", "low", "close"] as const satisfies readonly Role[];

/**
 * Finds the columns by the names in the header. `date` and `time` together are one time in two columns.
 * Throws DATA_FILE_INVALID when a column is missing or a name that matters occurs twice.
 */
export function layoutOf(file: string, names: readonly string[]): Layout {
  const plain = names.map((name) => name.toLowerCase().replaceAll(/[\s_.-]+/g, ""));
  const positions = {} as Record<Role, number>;
  for (const role of Object.keys(SPELLINGS) as Role[]) {
    const spelling = SPELLINGS[role].find((one) => plain.includes(one));
    positions[role] = spelling === undefined ? -1 : plain.indexOf(spelling);
    if (spelling !== undefined && plain.indexOf(spelling) !== plain.lastIndexOf(spelling)) {
      const column = names[positions[role]];
      throw fileError("DATA_FILE_INVALID", file, `must have one column ${column}, its header has several`, {
        column,
        header: names,
      });
    }
  }
  const missing = REQUIRED.filter((role) => positions[role] === -1);
  if (missing.length > 0) throw missingColumns(file, missing, names);

  const found = (role: Role): number | undefined => (positions[role] === -1 ? undefined : positions[role]);
  const inTwo = plain[positions.time] === "date" && plain.includes("time");
  const clock = inTwo ? plain.indexOf("time") : undefined;
  const read = new Set([...Object.values(positions), clock]);
  return {
    time: positions.time,
    clock,
    open: positions.open,
    high: positions.high,
    low: positions.low,
    close: positions.close,
    volume: found("volume"),
    adjClose: found("adjClose"),
    unread: names.flatMap((name, position) =>
      read.has(position) ? [] : [name === "" ? `column ${position + 1}` : name],
    ),
  };
}

function missingColumns(file: string, missing: readonly Role[], header: readonly string[]): Error {
  const shown = missing.map((role) => (role === "time" ? "a time (date, time, timestamp, datetime, open time)" : role));
  return fileError(
    "DATA_FILE_INVALID",
    file,
    `must name time, open, high, low and close in its first line, missing ${shown.join(", ")}; ` +
      `the line is ${cut(header.join(", "))}`,
    { missing, header },
  );
}

function cut(text: string): string {
  return JSON.stringify(text.length > 200 ? `${text.slice(0, 197)}...` : text);
}
