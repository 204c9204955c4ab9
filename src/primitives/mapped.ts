/** A record with the same names and, for each, what `to` makes of its value. */
export function mapped<T, U>(
  record: Readonly<Record<string, T>>,
  to: (value: T, name: string, place: number) => U,
): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([name, value], place) => [name, to(value, name, place)]));
}
