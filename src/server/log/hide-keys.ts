/** What looks like a key, in an address or a name, where none belongs: it would stand in logs. */
const KEY_START = "hc_";
const KEY = /hc_[0-9A-Za-z_]+/g;

/** Whether a text may hold a key. */
export function mayHoldKey(text: string): boolean {
  return text.includes(KEY_START);
}

/** A text without keys that stand in it. */
export function hideKeys(text: string): string {
  return mayHoldKey(text) ? text.replaceAll(KEY, "hc_…") : text;
}
