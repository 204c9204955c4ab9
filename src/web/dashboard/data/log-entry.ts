/** Something that happened, as the log tells it. */
export interface LogEntry {
  /** Market time, epoch milliseconds. */
  readonly time: number;
  readonly tone: "plain" | "good" | "bad";
  readonly text: string;
}

/** So many are kept. */
const KEPT = 300;

/** A log with an entry more, the newest first. */
export function withEntry(log: readonly LogEntry[], entry: LogEntry): LogEntry[] {
  return [entry, ...log.slice(0, KEPT - 1)];
}
