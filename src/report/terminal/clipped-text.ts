import { displayWidth } from "./display-width.ts";

const characters = new Intl.Segmenter("en");

/** The beginning of a text that has room in so many columns of a terminal: no character of two columns is halved, none loses its marks. */
export function clippedText(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  let taken = 0;
  for (const { segment, index } of characters.segment(text)) {
    taken += displayWidth(segment);
    if (taken > width) return text.slice(0, index);
  }
  return text;
}
