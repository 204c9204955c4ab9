/** Number of random cases for a law. `npm run soak` multiplies it. */
export function runs(count: number): { readonly numRuns: number } {
  return { numRuns: count * Number(process.env["HINDCAST_SOAK"] ?? 1) };
}
