/**
 * Whether something is an object whose values are fields of its own. A Date, a Map, a Set and a Promise are none: they keep what they are elsewhere
 * and would look like records of nothing.
 */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value) || ArrayBuffer.isView(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype || Object.keys(value).length > 0;
}
