import { parameterError } from "../../primitives/check.ts";
import { SeededRandom } from "../../primitives/random.ts";

/**
 * Degree and coefficients of a primitive polynomial over the field of two elements, and the first direction numbers, for each dimension
 * after the first. From the table new-joe-kuo-6 of S. Joe and F. Y. Kuo, "Constructing Sobol sequences with better two-dimensional
 * projections", SIAM Journal on Scientific Computing, 2008.
 */
const POLYNOMIALS: readonly (readonly [degree: number, coefficients: number, first: readonly number[]])[] = [
  [1, 0, [1]],
  [2, 1, [1, 3]],
  [3, 1, [1, 3, 1]],
  [3, 2, [1, 1, 1]],
  [4, 1, [1, 1, 3, 3]],
  [4, 4, [1, 3, 5, 13]],
  [5, 2, [1, 1, 5, 5, 17]],
  [5, 4, [1, 1, 5, 5, 5]],
  [5, 7, [1, 1, 7, 11, 19]],
  [5, 11, [1, 1, 5, 1, 1]],
  [5, 13, [1, 1, 1, 3, 11]],
];
const BITS = 32;

/** Maximum number of parameters in a Sobol sample. */
export const SOBOL_DIMENSIONS: number = POLYNOMIALS.length + 1;

/**
 * Sobol sequence: points spread evenly over the unit cube. The first 2^n points cover it without the clusters and gaps of random points. A
 * digital shift by the seed keeps them even and gives each seed other points.
 */
export class SobolSequence {
  readonly #directions: readonly Uint32Array[];
  readonly #point: Uint32Array;
  readonly #shift: Uint32Array;
  #number = 0;

  constructor(dimensions: number, seed: number) {
    if (dimensions > SOBOL_DIMENSIONS) {
      throw parameterError("params", `at most ${SOBOL_DIMENSIONS} parameters for sobol`, dimensions);
    }
    this.#directions = Array.from({ length: dimensions }, (_, dimension) => directionsOf(dimension));
    this.#point = new Uint32Array(dimensions);
    const random = new SeededRandom(seed);
    this.#shift = Uint32Array.from({ length: dimensions }, () => Math.floor(random.next() * 2 ** BITS));
  }

  /** Returns the next point. Its coordinates are from 0 up to but not including 1. */
  next(): Float64Array {
    const shares = Float64Array.from(this.#point, (digits, i) => ((digits ^ this.#shift[i]!) >>> 0) / 2 ** BITS);
    // In Gray code order, consecutive points differ by one direction number: that of the lowest zero bit.
    const bit = Math.min(BITS - 1, BITS - 1 - Math.clz32(~this.#number & (this.#number + 1)));
    for (let i = 0; i < this.#point.length; i++) this.#point[i]! ^= this.#directions[i]![bit]!;
    this.#number++;
    return shares;
  }
}

function directionsOf(dimension: number): Uint32Array {
  const directions = new Uint32Array(BITS);
  if (dimension === 0) return directions.map((_, bit) => 2 ** (BITS - 1 - bit));
  const [degree, coefficients, first] = POLYNOMIALS[dimension - 1]!;
  for (let bit = 0; bit < BITS; bit++) {
    if (bit < degree) {
      directions[bit] = first[bit]! << (BITS - 1 - bit);
      continue;
    }
    let direction = directions[bit - degree]! ^ (directions[bit - degree]! >>> degree);
    for (let k = 1; k < degree; k++) {
      if (((coefficients >> (degree - 1 - k)) & 1) === 1) direction ^= directions[bit - k]!;
    }
    directions[bit] = direction;
  }
  return directions;
}
