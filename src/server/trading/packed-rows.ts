/** Records of one shape, column by column: to store and read a hundred thousand, their names need to be there once. */
export interface PackedRows {
  readonly length: number;
  readonly columns: readonly PackedColumn[];
}

interface PackedColumn {
  readonly name: string;
  /** Where all are numbers; where all are one value; or each. */
  readonly numbers?: Float64Array;
  readonly same?: readonly [unknown];
  readonly values?: readonly unknown[];
}

export function packRows(rows: readonly object[]): PackedRows {
  const of = rows as readonly Readonly<Record<string, unknown>>[];
  return { length: rows.length, columns: Object.keys(of[0] ?? {}).map((name) => packColumn(name, of)) };
}

function packColumn(name: string, rows: readonly Readonly<Record<string, unknown>>[]): PackedColumn {
  const { length } = rows;
  const first = rows[0]![name];
  let at = 1;
  while (at < length && Object.is(rows[at]![name], first)) at++;
  if (at === length) return { name, same: [first] };
  const numbers = new Float64Array(length);
  for (at = 0; at < length; at++) {
    const value = rows[at]![name];
    if (typeof value !== "number") return { name, values: rows.map((row) => row[name]) };
    numbers[at] = value;
  }
  return { name, numbers };
}

export function unpackRows<Row>({ length, columns }: PackedRows): Row[] {
  // An object that is read as a whole has a shape; one that gets members by name would become a table, ten times as slow.
  const members = columns.map(
    ({ name, numbers }) => `${JSON.stringify(name)}:${numbers === undefined ? "null" : "0.5"}`,
  );
  const shape = JSON.parse(`{${members.join(",")}}`) as Record<string, unknown>;
  const rows = Array.from({ length }, () => ({ ...shape }));
  for (const { name, numbers, same, values } of columns) {
    const column = numbers ?? values;
    if (column === undefined) for (let i = 0; i < length; i++) rows[i]![name] = same![0];
    else for (let i = 0; i < length; i++) rows[i]![name] = column[i];
  }
  return rows as Row[];
}
