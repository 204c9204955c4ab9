/** The most values that a sentence names; of a longer list `allowed` has all. */
const MOST_NAMED = 20;

/** What must hold of one of a closed list of values: `must be one of buy, sell`. */
export function choiceReason(allowed: readonly unknown[]): string {
  return allowed.length > MOST_NAMED ? "must be one of those allowed" : `must be one of ${allowed.join(", ")}`;
}
