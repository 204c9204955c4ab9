const SYMBOL = /^[A-Z0-9^][A-Z0-9.=^/-]{0,24}$/;

/** Rule for symbols of imported files and of the HTTP API, as text for messages: their characters and length. */
export const SYMBOL_RULE = "A-Z, 0-9, ^ . = / - and at most 25 characters";

/** Returns whether a symbol is valid for imported files and the HTTP API. */
export function isSymbol(text: string): boolean {
  return SYMBOL.test(text);
}
