/** First characters of every API key. A key in a URL or a name would end up in logs. */
const KEY_START = "hc_";
/** Pattern of an API key in a URL, where any letter may be percent-encoded. */
const KEY = /(?:h|%68)(?:c|%63)(?:_|%5f)(?:\w|%[0-9a-f]{2})+/gi;
/** Pattern of the secret of an API key whose beginning is misspelled, cut off or encoded twice. */
const SECRET = /(?:_|%(?:25)*5f)(?:[0-9a-z]|%[0-9a-f]{2}){32,}/gi;

/** Whether a name may contain an API key. */
export function mayHoldKey(name: string): boolean {
  return name.includes(KEY_START) || name.search(SECRET) >= 0;
}

/** Replaces API keys in a URL, so that it can be logged. */
export function hideKeys(address: string): string {
  const escaped = address.includes("%");
  const hidden = escaped || address.includes(KEY_START) ? address.replaceAll(KEY, "hc_…") : address;
  return escaped || hidden.includes("_") ? hidden.replaceAll(SECRET, "_…") : hidden;
}
