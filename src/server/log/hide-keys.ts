/** What looks like a key, in an address or a name, where none belongs: it would stand in logs. */
const KEY_START = "hc_";
/** Addresses may write any of its letters as an escape. */
const KEY = /(?:h|%68)(?:c|%63)(?:_|%5f)(?:\w|%[0-9a-f]{2})+/gi;
/** The secret of a key whose start cannot be told: misspelt, cut off, or escaped twice. */
const SECRET = /(?:_|%(?:25)*5f)(?:[0-9a-z]|%[0-9a-f]{2}){32,}/gi;

/** Whether a name may hold a key. */
export function mayHoldKey(name: string): boolean {
  return name.includes(KEY_START) || name.search(SECRET) >= 0;
}

/** An address without keys that stand in it. */
export function hideKeys(address: string): string {
  const escaped = address.includes("%");
  const hidden = escaped || address.includes(KEY_START) ? address.replaceAll(KEY, "hc_…") : address;
  return escaped || hidden.includes("_") ? hidden.replaceAll(SECRET, "_…") : hidden;
}
