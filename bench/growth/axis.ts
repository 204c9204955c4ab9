/** An amount that users vary, and work whose time should grow at most in proportion to it. */
export interface Axis {
  readonly name: string;
  /** Largest measured size. The smallest measured size is a tenth of it. */
  readonly largest: number;
  /** Prepares the work for a size. Only calls of the returned function are measured. */
  readonly prepare: (size: number) => Work | Promise<Work>;
}

export type Work = () => unknown;
