/** Groups items by key. The items of each group keep their order. */
export function groupBy<Item, Key>(
  items: Iterable<Item>,
  keyOf: (item: Item) => Key,
): ReadonlyMap<Key, readonly Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) getOrCreate(groups, keyOf(item), () => []).push(item);
  return groups;
}

/** Returns the value of a key. If there is none, creates and stores it. */
export function getOrCreate<Key, Value extends object | string | number>(
  map: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown },
  key: Key,
  create: () => Value,
): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const value = create();
  map.set(key, value);
  return value;
}
