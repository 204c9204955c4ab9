import { main } from "../../../src/cli/program.ts";

/** A running call of `hindcast replay watch`. */
export interface Watching {
  /** Returns what was written to standard output so far. */
  readonly out: () => string;
  readonly err: () => string;
  /** Waits until standard output contains a text. */
  until(text: string): Promise<void>;
  /** Resolves to the exit code when the command ends. */
  readonly code: Promise<number>;
}

/** Size of the terminal. A call without a size writes to a pipe. */
interface Size {
  readonly columns?: number;
  readonly rows?: number;
}

/** Starts `hindcast replay watch` with an API key in the environment. */
export function watching(url: string, key: string, words: readonly string[], size: Size = {}): Watching {
  const texts = { out: "", err: "" };
  const waiting: { text: string; resolve: () => void }[] = [];
  const write = (name: keyof typeof texts) => (text: string) => {
    texts[name] += text;
    for (const each of waiting) if (texts.out.includes(each.text)) each.resolve();
  };
  const shape = size.columns === undefined ? {} : { isTTY: true, ...size };
  const terminal = {
    stdout: { write: write("out"), ...shape },
    stderr: { write: write("err") },
    env: { HINDCAST_KEY: key, NO_COLOR: "1" },
  };
  const address = words.includes("--url") ? [] : ["--url", url];
  const code = main(["replay", "watch", ...address, ...words], terminal);
  return {
    out: () => texts.out,
    err: () => texts.err,
    until: (text) =>
      texts.out.includes(text) ? Promise.resolve() : new Promise((resolve) => void waiting.push({ text, resolve })),
    code,
  };
}
