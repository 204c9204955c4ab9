/** What a table of trials has besides parameters and metrics. */
const PLACES: readonly string[] = ["rank", "trial"];

/** What the columns of parameters are called: as they are, but `params.rate` for one that shares its name with a metric, the rank or the trial. */
export function paramColumnNames(params: readonly string[], metrics: readonly string[]): readonly string[] {
  const taken = new Set([...PLACES, ...metrics]);
  return Object.freeze(params.map((name) => (taken.has(name) ? `params.${name}` : name)));
}
