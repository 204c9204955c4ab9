/** A name as SQL takes it whatever it holds: `my "odd" name` becomes `"my ""odd"" name"`. */
export function quotedName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
