/** Returns the names most similar to a misspelled one, nearest first: names that contain it or have a small edit distance. */
export function nearestNames(text: string, names: readonly string[], most = 3): string[] {
  const written = text.toLowerCase().replaceAll(/[\s_]+/g, "-");
  const ranked = names.map((name) => {
    const small = name.toLowerCase();
    return { name, distance: small.includes(written) ? 0 : editDistance(written, small) };
  });
  const near = ranked.filter(({ name, distance }) => distance <= Math.max(1, Math.floor(name.length / 3)));
  return near
    .toSorted((a, b) => a.distance - b.distance || a.name.length - b.name.length)
    .slice(0, most)
    .map(({ name }) => name);
}

/** Formats suggestions for the end of a message: ` (did you mean sma, ema or wma?)`. Returns `otherwise` if there are none. */
export function suggestionText(near: readonly string[], otherwise = ""): string {
  if (near.length === 0) return otherwise;
  const [last, ...others] = near.toReversed();
  const first = others.length === 0 ? "" : `${others.toReversed().join(", ")} or `;
  return ` (did you mean ${first}${last}?)`;
}

/** Returns the edit distance of two texts: the number of letters to insert, delete, replace or swap with their neighbor. */
export function editDistance(from: string, to: string): number {
  let older: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, j) => j);
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const change = last[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1);
      let least = Math.min(change, last[j]! + 1, row[j - 1]! + 1);
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]) {
        least = Math.min(least, older[j - 2]! + 1);
      }
      row.push(least);
    }
    older = last;
    last = row;
  }
  return last[to.length]!;
}
