/** Every way to take `count` of the numbers from 0 to `of` - 1, each rising, in alphabetical order. */
export function combinations(of: number, count: number): readonly (readonly number[])[] {
  if (count === 0) return [[]];
  return Array.from({ length: of }, (_, first) => first).flatMap((first) =>
    combinations(of - first - 1, count - 1).map((rest) => [first, ...rest.map((number) => number + first + 1)]),
  );
}
