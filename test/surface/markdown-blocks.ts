/** A fenced block of a page. */
export interface Block {
  /** `ts`, `sh` and so on. */
  readonly language: string;
  /** The words behind the language: `run`, `file=my-strategy.ts`. */
  readonly marks: readonly string[];
  readonly text: string;
  /** Line of the opening fence, from 1. */
  readonly line: number;
}

/** The fenced blocks of a Markdown page, in order. Throws where a fence is not closed. */
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
      if (i >= lines.length) throw new Error(`line ${line}: the block does not end`);
      text.push(lines[i]!.startsWith(indent) ? lines[i]!.slice(indent.length) : lines[i]!);
    }
    const [language = "", ...marks] = info.trim().split(/\s+/);
    blocks.push({ language, marks, text: `${text.join("\n")}\n`, line });
  }
  return blocks;
}
