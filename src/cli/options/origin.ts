import { parameterError } from "../../primitives/check.ts";

/**
 * A reader of an origin, as browsers write it when they ask: scheme and host, without a path, a slash at the end, capitals or the usual port; `*` is any. One
 * that is written otherwise would be that of no page. Throws PARAMETER_OUT_OF_RANGE.
 */
export function originOption(option: string): (text: string) => string {
  return (text) => {
    if (text === "*" || isOrigin(text)) return text;
    throw parameterError(option, "an origin such as https://desk.example or http://localhost:3000", text);
  };
}

function isOrigin(text: string): boolean {
  if (!/^[a-z][\d+.a-z-]*:\/\/[^\s#/?@]+$/.test(text) || !URL.canParse(text)) return false;
  // Of other schemes, such as those of a browser's extensions, a URL has no origin to be held against.
  return !/^https?:/.test(text) || new URL(text).origin === text;
}
