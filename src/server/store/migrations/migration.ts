/** One step of the state's layout. Steps are applied in order, once each, and never changed after they were published. */
export interface Migration {
  /** 1 for the first; no gaps. */
  readonly number: number;
  readonly sql: string;
}
