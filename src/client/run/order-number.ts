/** The number in its account of the order of that name; 0 for none. */
export function numberOf(name: string | null): number {
  return name === null ? 0 : Number(name.split("_")[2]);
}
