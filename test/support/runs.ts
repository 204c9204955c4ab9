/** Returns how many random cases a law is checked with. `npm run soak` multiplies the number. */
export function runs(count: number): { readonly numRuns: number } {
  return { numRuns: count * Number(process.env["HINDCAST_SOAK"] ?? 1) };
}
