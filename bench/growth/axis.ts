/** Something that a user has more or less of, and work that should take time in proportion to it, or less. */
export interface Axis {
  readonly name: string;
  /** The largest size; a tenth of it is the smallest that is measured. */
  readonly most: number;
  /** The work at a size, made ready: what is called is what counts. */
  readonly prepare: (size: number) => Work | Promise<Work>;
}

export type Work = () => unknown;
