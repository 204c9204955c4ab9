/** The longest text of a client that an answer repeats, and the most values and levels of anything else. */
const LONGEST_TEXT = 256;
const MOST_VALUES = 128;
const DEEPEST = 4;

/**
 * What an answer repeats of a value that a client sent: all of a short one, the beginning of a long text, nothing of what is large or deep. A
 * body may nest so deep that it cannot be written again.
 */
export function shownValue(value: unknown): unknown {
  if (typeof value === "string") return shownText(value);
  const left = { values: MOST_VALUES };
  return isSmall(value, 0, left) ? value : undefined;
}

function shownText(text: string): string {
  return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text;
}

function isSmall(value: unknown, depth: number, left: { values: number }): boolean {
  left.values--;
  if (left.values < 0 || depth > DEEPEST) return false;
  if (typeof value === "string") return value.length <= LONGEST_TEXT;
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(
    ([name, member]) => name.length <= LONGEST_TEXT && isSmall(member, depth + 1, left),
  );
}
