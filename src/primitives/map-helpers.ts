/** Things by a key, each group in the order of all. */
export function groupBy<Thing, Key>(
  things: Iterable<Thing>,
  keyOf: (thing: Thing) => Key,
): ReadonlyMap<Key, readonly Thing[]> {
  const groups = new Map<Key, Thing[]>();
  for (const thing of things) getOrCreate(groups, keyOf(thing), () => []).push(thing);
  return groups;
}

/** What a map has under a key; where it has nothing, what is made for it, which it keeps. */
export function getOrCreate<Key, Value extends object | string | number>(
  made: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown },
  key: Key,
  make: () => Value,
): Value {
  const known = made.get(key);
  if (known !== undefined) return known;
  const value = make();
  made.set(key, value);
  return value;
}
