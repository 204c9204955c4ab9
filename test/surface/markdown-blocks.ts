/** A fenced code block of a Markdown page. */
export interface Block {
  /** Language after the opening fence, such as `ts` or `sh`. */
  readonly language: string;
  /** Words after the language in the line of the opening fence, such as `run` or `file=my-strategy.ts`. */
  readonly marks: readonly string[];
  readonly text: string;
  /** Line number of the opening fence on the page, starting at 1. */
  readonly line: number;
}

/** Fenced code blocks of a Markdown page, in order. Throws an error if a fence is not closed. */
export function markdownBlocks(page: string): Block[] {
  const lines = page.split("\n");
  const blocks: Block[] = [];
  for (let i = 0; i < lines.length; i++) {
    const open = /^( *)(```+|~~~+)\s*([^`]*)$/.exec(lines[i]!);
    if (open === null) continue;
    const [, indent, fence, info] = open as unknown as [string, string, string, string];
    const line = i + 1;
    const text: string[] = [];
    for (i++; lines[i]?.trim() !== fence; i++) {
      if (i >= lines.length) throw new Error(`line ${line}: the code block has no closing fence`);
      text.push(lines[i]!.startsWith(indent) ? lines[i]!.slice(indent.length) : lines[i]!);
    }
    const [language = "", ...marks] = info.trim().split(/\s+/);
    blocks.push({ language, marks, text: `${text.join("\n")}\n`, line });
  }
  return blocks;
}
