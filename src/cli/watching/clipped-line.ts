import { clippedText } from "../../report/terminal/clipped-text.ts";
import { displayWidth } from "../../report/terminal/display-width.ts";
import { visibleLine } from "../../report/terminal/ink.ts";

/** A change of colour. */
const COLOUR = new RegExp(String.raw`(${String.fromCodePoint(27)}\[[\d;]*m)`, "gu");

/** The beginning of a line that has room in a width, with what a terminal would obey made visible. Colour takes no room, and is kept, so that it also ends. */
export function clippedLine(line: string, width: number): string {
  let room = width;
  return visibleLine(line, { color: true })
    .split(COLOUR)
    .map((part, i) => {
      if (i % 2 === 1) return part;
      const kept = clippedText(part, room);
      room = kept === part ? room - displayWidth(part) : 0;
      return kept;
    })
    .join("");
}
