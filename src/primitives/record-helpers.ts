/** Returns a record with the same names and converted values. */
export function mapValues<T, U>(
  record: Readonly<Record<string, T>>,
  convert: (value: T, name: string, index: number) => U,
): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([name, value], index) => [name, convert(value, name, index)]));
}

/** Type of a record without `undefined` values. */
export type Defined<T> = {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K];
} & { [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined> };

/** Returns a record without the properties that are undefined. */
export function withoutUndefined<T extends object>(record: T): Defined<T> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as Defined<T>;
}
