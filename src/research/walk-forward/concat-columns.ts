/** Columns one after the other as one. */
export function concatColumns(columns: readonly Float64Array[]): Float64Array {
  const whole = new Float64Array(columns.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const column of columns) {
    whole.set(column, at);
    at += column.length;
  }
  return whole;
}
