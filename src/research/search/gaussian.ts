import type { SeededRandom } from "../../primitives/random.ts";

/** A draw from the standard normal distribution, after Box and Muller. */
export function gaussian(random: SeededRandom): number {
  const radius = Math.sqrt(-2 * Math.log(1 - random.next()));
  return radius * Math.cos(2 * Math.PI * random.next());
}

/** A share near another: reflected at 0 and 1, so that no value is favoured for lying at an end. */
export function shareNear(share: number, width: number, random: SeededRandom): number {
  const moved = Math.abs((share + width * gaussian(random)) % 2);
  const inside = moved > 1 ? 2 - moved : moved;
  return Math.min(inside, 1 - Number.EPSILON);
}
