/** The change where it is upward, else 0, without a branch on its sign: (|c| + c) / 2 is exact. */
export function gain(change: number): number {
  return (Math.abs(change) + change) * 0.5;
}

/** The size of the change where it is downward, else 0. */
export function loss(change: number): number {
  return (Math.abs(change) - change) * 0.5;
}
