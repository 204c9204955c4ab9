/** On how many random cases a law is tried: as many as given; a search by night (`npm run soak`) takes a multiple. */
export function runs(count: number): { readonly numRuns: number } {
  return { numRuns: count * Number(process.env["HINDCAST_SOAK"] ?? 1) };
}
