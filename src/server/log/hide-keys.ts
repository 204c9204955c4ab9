/** First characters of every key. Keys in URLs and names would end up in logs. */
const KEY_START = "hc_";
/** A key in a URL, where any letter may be percent-encoded. */
const KEY = /(?:h|%68)(?:c|%63)(?:_|%5f)(?:\w|%[0-9a-f]{2})+/gi;
/** The secret of a key whose start is misspelled, cut off or encoded twice. */
const SECRET = /(?:_|%(?:25)*5f)(?:[0-9a-z]|%[0-9a-f]{2}){32,}/gi;

/** Whether a name may contain a key. */
export function mayHoldKey(name: string): boolean {
  return name.includes(KEY_START) || name.search(SECRET) >= 0;
}

/** Replaces keys in a URL. */
export function hideKeys(address: string): string {
  const escaped = address.includes("%");
  const hidden = escaped || address.includes(KEY_START) ? address.replaceAll(KEY, "hc_…") : address;
  return escaped || hidden.includes("_") ? hidden.replaceAll(SECRET, "_…") : hidden;
}
