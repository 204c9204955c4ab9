import type { SessionHours } from "./calendar-rules.ts";
import type { DeclarationReader } from "./declaration-reader.ts";

/** Members of declared hours. */
export const HOURS_MEMBERS = ["open", "close", "pre", "post", "breaks"] as const;

/** The hours of a session as a declaration gives them. Throws CALENDAR_INVALID unless their times rise. */
export function readHours(
  reader: DeclarationReader,
  member: string,
  declared: Readonly<Record<string, unknown>>,
): SessionHours {
  const open = reader.time(`${member}.open`, declared.open);
  const close = reader.time(`${member}.close`, declared.close);
  const preOpen = declared.pre === undefined ? open : reader.time(`${member}.pre`, declared.pre);
  const postClose = declared.post === undefined ? close : reader.time(`${member}.post`, declared.post);
  const breaks = reader.list(`${member}.breaks`, declared.breaks).map((pause, i): [number, number] => {
    const place = `${member}.breaks[${i}]`;
    if (!Array.isArray(pause) || pause.length !== 2) throw reader.invalid(place, "two times, from and to", pause);
    return [reader.time(`${place}[0]`, pause[0]), reader.time(`${place}[1]`, pause[1])];
  });
  if (close <= open)
    throw reader.invalid(`${member}.close`, `after the open, ${String(declared.open)}`, declared.close);
  if (preOpen > open) {
    throw reader.invalid(`${member}.pre`, `at or before the open, ${String(declared.open)}`, declared.pre);
  }
  if (postClose < close) {
    throw reader.invalid(`${member}.post`, `at or after the close, ${String(declared.close)}`, declared.post);
  }
  let free = open;
  for (const [from, to] of breaks) {
    if (from <= free || to <= from || to >= close) {
      throw reader.invalid(`${member}.breaks`, "inside the session, in rising order and apart", declared.breaks);
    }
    free = to;
  }
  return { preOpen, open, close, postClose, earlyClose: false, breaks };
}

/** The hours of a date when it closes early. Throws CALENDAR_INVALID for a close that is not earlier than usual. */
export function earlyClose(
  reader: DeclarationReader,
  member: string,
  declared: Readonly<Record<string, unknown>>,
): (usual: SessionHours) => SessionHours {
  const close = reader.time(`${member}.close`, declared.close);
  const postClose = declared.post === undefined ? close : reader.time(`${member}.post`, declared.post);
  if (postClose < close) {
    throw reader.invalid(`${member}.post`, `at or after the close, ${String(declared.close)}`, declared.post);
  }
  return (usual) => {
    if (close <= usual.open || close >= usual.close || usual.breaks.some(([from, to]) => close > from && close <= to)) {
      throw reader.invalid(`${member}.close`, "earlier than usual, while the session trades", declared.close);
    }
    const breaks = usual.breaks.filter(([from]) => from < close);
    return { ...usual, close, postClose, breaks, earlyClose: true };
  };
}

/** The hours of a date when it opens late. Throws CALENDAR_INVALID for an open that is not later than usual. */
export function lateOpen(
  reader: DeclarationReader,
  member: string,
  declared: Readonly<Record<string, unknown>>,
): (usual: SessionHours) => SessionHours {
  const open = reader.time(`${member}.open`, declared.open);
  const pre = declared.pre === undefined ? undefined : reader.time(`${member}.pre`, declared.pre);
  if (pre !== undefined && pre > open) {
    throw reader.invalid(`${member}.pre`, `at or before the open, ${String(declared.open)}`, declared.pre);
  }
  return (usual) => {
    if (open <= usual.open || open >= usual.close || usual.breaks.some(([from, to]) => open >= from && open < to)) {
      throw reader.invalid(`${member}.open`, "later than usual, while the session trades", declared.open);
    }
    const usualPre = usual.preOpen < usual.open ? usual.preOpen : open;
    const breaks = usual.breaks.filter(([from]) => from >= open);
    return { ...usual, open, preOpen: pre ?? usualPre, breaks };
  };
}
