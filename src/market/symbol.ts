const SYMBOL = /^[A-Z0-9^][A-Z0-9.=^-]{0,24}$/;

/** What symbols are made of that files are imported under and the served API can name, in words. */
export const SYMBOL_WORDS = "A-Z, 0-9, ^ . = - and at most 25 letters";

/** Whether a file can be imported under a symbol and the served API can name it. */
export function isSymbol(text: string): boolean {
  return SYMBOL.test(text);
}
