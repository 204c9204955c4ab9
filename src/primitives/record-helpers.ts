/** A record with the same names and, for each, what `to` makes of its value. */
export function mapValues<T, U>(
  record: Readonly<Record<string, T>>,
  to: (value: T, name: string, place: number) => U,
): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([name, value], place) => [name, to(value, name, place)]));
}

/** What a record holds but `undefined`: options of which some were not given. */
export type Defined<T> = {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K];
} & { [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined> };

/** A record without the members that are undefined. */
export function withoutUndefined<T extends object>(record: T): Defined<T> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as Defined<T>;
}
