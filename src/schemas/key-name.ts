import { Type } from "typebox";

const LONGEST = 100;
/** One line of a terminal or a log: no control characters, nothing that breaks a line or turns the direction of what follows. */
const ONE_LINE = String.raw`^[^\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]+$`;

/** What a key is for, in the words of who made it. */
export const KeyName = Type.String({
  minLength: 1,
  maxLength: LONGEST,
  pattern: ONE_LINE,
  description: "One line, without control characters.",
});

/** What the name of a key must be, in words. */
export const KEY_NAME_WORDS = `one line of 1 to ${LONGEST} letters, without control characters`;

export function isKeyName(text: string): boolean {
  return text.length <= LONGEST && new RegExp(ONE_LINE).test(text);
}
