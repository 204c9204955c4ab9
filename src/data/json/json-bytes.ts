import { hasPriceNames } from "../reading/columns.ts";
import { LINE_FEED, SPACE } from "../csv/cell.ts";

const BRACE = 0x7b;
const BRACKET = 0x5b;
const CLOSING_BRACE = 0x7d;

/** Whether bytes begin with an object or a list. */
export function isJson(bytes: Uint8Array): boolean {
  const first = bytes[firstCharacter(bytes)];
  return first === BRACE || first === BRACKET;
}

/** Whether each of the first lines of a text is an object. */
export function isJsonLines(bytes: Uint8Array): boolean {
  const start = firstCharacter(bytes);
  if (bytes[start] !== BRACE) return false;
  const end = bytes.indexOf(LINE_FEED, start);
  const last = end < 0 ? bytes.length : end;
  let close = last - 1;
  while (close > start && bytes[close]! <= SPACE) close--;
  if (bytes[close] !== CLOSING_BRACE) return false;
  try {
    const isOnlyLine = bytes.subarray(last).every((byte) => byte <= SPACE);
    const value: unknown = JSON.parse(Buffer.from(bytes.subarray(start, close + 1)).toString("utf8"));
    // A whole file in one line may be one object with lists in it.
    return (
      typeof value === "object" &&
      value !== null &&
      !(isOnlyLine && !hasPriceNames(Object.keys(value))) &&
      Object.values(value).every((one) => typeof one !== "object" || one === null)
    );
  } catch {
    return false;
  }
}

/** Returns the position of the first character after a byte order mark and spaces. */
function firstCharacter(bytes: Uint8Array): number {
  let at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  while (bytes[at] !== undefined && bytes[at]! <= SPACE) at++;
  return at;
}
