/** What looks like a key, in an address or a name, where none belongs: it would stand in logs. */
const KEY_START = "hc_";
/** Addresses may write any of its letters as an escape. */
const KEY = /(?:h|%68)(?:c|%63)(?:_|%5f)(?:\w|%[0-9a-f]{2})+/gi;

/** Whether a name may hold a key. */
export function mayHoldKey(name: string): boolean {
  return name.includes(KEY_START);
}

/** An address without keys that stand in it. */
export function hideKeys(address: string): string {
  return mayHoldKey(address) || address.includes("%") ? address.replaceAll(KEY, "hc_…") : address;
}
