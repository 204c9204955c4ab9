/** A word to avoid in texts for users, and what to write instead. */
export interface PlainWord {
  readonly word: RegExp;
  readonly write: string;
}

/** Words that help, messages, OpenAPI descriptions and documentation must not contain. */
const PLAIN_WORDS: readonly PlainWord[] = [
  { word: /\bwhoever\b/i, write: "the person or program that acts" },
  { word: /\bnobody\b/i, write: "no one, or a sentence about what happens" },
  { word: /\banew\b/i, write: "again, or restart" },
  { word: /\bof before\b/i, write: "earlier, or unchanged" },
  { word: /\bof now\b/i, write: "current" },
  { word: /\bbeside\b/i, write: "next to, or compared with" },
  { word: /\b(?:comes?|came) to\b/i, write: "is, amounts to, or reaches" },
  { word: /\btold\b/i, write: "reported, shown or sent" },
  { word: /\bstands?\b/i, write: "is" },
  { word: /\bfor want of\b/i, write: "for lack of" },
  { word: /\bbegun\b/i, write: "started" },
  { word: /\blet go\b/i, write: "disconnected, or released" },
  { word: /\b(?:he|his|him)\b/i, write: "they" },
  { word: /\bmust be a file that exists\b/i, write: "file not found" },
  { word: /\btimeframe\b/i, write: "interval" },
  { word: /\bcandles?\b/i, write: "bar" },
];

/** Texts that may contain a word to avoid, each with the reason. */
export const ALLOWED: readonly { readonly text: RegExp; readonly reason: string }[] = [
  { text: /^(?:SELECT|UPDATE|ALTER TABLE|CREATE|INSERT|DELETE) /, reason: "SQL names columns of stored states" },
];

/** Returns the words to avoid that a text contains, each with what to write instead. */
export function wordFaults(text: string): string[] {
  if (ALLOWED.some((one) => one.text.test(text))) return [];
  return PLAIN_WORDS.flatMap(({ word, write }) => {
    const found = word.exec(text)?.[0];
    return found === undefined ? [] : [`"${found}" in ${JSON.stringify(text)}: write ${write}`];
  });
}
