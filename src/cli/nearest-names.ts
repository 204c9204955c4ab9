/** Names that someone who wrote `text` may have meant, the nearest first: those that contain it or that few letters tell from it. */
export function nearestNames(text: string, names: readonly string[], most = 3): string[] {
  const written = text.toLowerCase().replaceAll(/[\s_]+/g, "-");
  const ranked = names.map((name) => ({ name, distance: name.includes(written) ? 0 : lettersApart(written, name) }));
  const near = ranked.filter(({ name, distance }) => distance <= Math.max(1, Math.floor(name.length / 3)));
  return near
    .toSorted((a, b) => a.distance - b.distance || a.name.length - b.name.length)
    .slice(0, most)
    .map(({ name }) => name);
}

/** What was meant, at the end of a message: ` (did you mean sma, ema or wma?)`; `otherwise` where nothing is near. */
export function meantText(near: readonly string[], otherwise = ""): string {
  if (near.length === 0) return otherwise;
  const [last, ...others] = near.toReversed();
  const first = others.length === 0 ? "" : `${others.toReversed().join(", ")} or `;
  return ` (did you mean ${first}${last}?)`;
}

/** Letters to add, drop or change to come from one text to the other. */
function lettersApart(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = above[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(changed, above[j]! + 1, row[j - 1]! + 1));
    }
    above = row;
  }
  return above.at(-1)!;
}
