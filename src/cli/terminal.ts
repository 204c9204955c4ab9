/** Where text goes: a stream of the process, or what a test reads. */
export interface Output {
  write(text: string): unknown;
  /** Characters that were written and not taken yet, of a stream. */
  readonly writableLength?: number;
  readonly isTTY?: boolean;
  /** Characters in a line; unknown for a file or a pipe. */
  readonly columns?: number;
  /** Lines of a terminal. */
  readonly rows?: number;
}

/** What a command needs of the process around it. */
export interface Terminal {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const PLAIN_WIDTH = 80;

/** Characters in a line of an output, 80 where that is unknown. */
export function widthOf({ columns }: Output): number {
  return columns !== undefined && columns > 0 ? columns : PLAIN_WIDTH;
}

/** Whether text on an output may carry colour: on a terminal, unless NO_COLOR is set; elsewhere only with FORCE_COLOR. */
export function hasColor({ isTTY }: Output, { NO_COLOR, FORCE_COLOR, TERM }: Terminal["env"]): boolean {
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== "") return FORCE_COLOR !== "0";
  return isTTY === true && (NO_COLOR === undefined || NO_COLOR === "") && TERM !== "dumb";
}
