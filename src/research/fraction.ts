/** A share of something, from 0 to 1. */
export type Fraction = number;
