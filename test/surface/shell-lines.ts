/** Splits a shell block into commands, each a list of words. Drops comments and variable assignments. */
export function shellCommands(text: string): string[][] {
  return text
    .replaceAll("\\\n", " ")
    .split("\n")
    .flatMap((line) => line.split(/ && | \|\| | \| /))
    .map((command) => wordsOf(command))
    .filter((words) => words.length > 0);
}

/** Splits a command into words. Quotes keep words together, and `#` starts a comment. */
function wordsOf(command: string): string[] {
  const words: string[] = [];
  for (const [word] of command.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)) {
    if (word.startsWith("#")) break;
    words.push(word.replace(/^(['"])(.*)\1$/s, "$2"));
  }
  const first = words.findIndex((word) => !/^[A-Z_]+=/.test(word));
  return first < 0 ? [] : words.slice(first);
}

/** Returns the arguments of a command `npx hindcast …` or `hindcast …`; undefined for other programs. */
export function hindcastArguments(words: readonly string[]): readonly string[] | undefined {
  if (words[0] === "hindcast") return words.slice(1);
  if (words[0] === "npx" && words[1] === "hindcast") return words.slice(2);
  return undefined;
}
