import { CARRIAGE_RETURN, LINE_FEED, type TextBytes } from "../csv/bytes.ts";

/** A line that holds something, and its number from 1. */
export interface JsonLine {
  readonly line: number;
  readonly json: string;
}

/** The lines of a text, one after the other; lines of nothing, and a mark of UTF-8 before the first, are passed over. Each becomes a string for itself, however long the text is. */
export function* jsonLines({ bytes, length }: TextBytes): Generator<JsonLine> {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, length);
  let line = 0;
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  for (let start = marked ? 3 : 0; start < length;) {
    const feed = text.indexOf(LINE_FEED, start);
    const next = feed === -1 ? length : feed;
    const end = next > start && text[next - 1] === CARRIAGE_RETURN ? next - 1 : next;
    line++;
    if (end > start) yield { line, json: text.toString("utf8", start, end) };
    start = next + 1;
  }
}
