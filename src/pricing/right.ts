/** Right of an option: 1 for a call, -1 for a put. */
export type Right = 1 | -1;
