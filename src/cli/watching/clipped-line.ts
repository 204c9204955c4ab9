/** A change of colour, or one character. */
const PARTS = new RegExp(String.raw`${String.fromCodePoint(27)}\[[\d;]*m|.`, "gsu");

/** The beginning of a line that has room in a width. Colour takes none, and is kept, so that it also ends. */
export function clippedLine(line: string, width: number): string {
  let room = width;
  return [...line.matchAll(PARTS)]
    .map(([part]) => part)
    .filter((part) => part.length > 2 || room-- > 0)
    .join("");
}
