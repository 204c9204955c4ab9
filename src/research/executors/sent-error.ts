import { HindcastError, type ErrorCode, type ErrorDetails } from "../../primitives/errors.ts";

/** An error in the form in which threads and machines exchange it. */
export interface SentError {
  readonly name: string;
  readonly code: string | undefined;
  readonly message: string;
  readonly details: string;
}

/** Maximum length of an error message, in characters. Errors of strategies can be of any length. */
const MAX_MESSAGE = 16_384;
const MAX_DETAILS = 2 ** 20;

export function sentError(error: unknown): SentError {
  if (!(error instanceof Error))
    return { name: "Error", code: undefined, message: shortened(String(error)), details: "{}" };
  // The properties may have any type, since a strategy may throw any value.
  const { name, message, code, details } = error as { readonly [Name in keyof SentError]?: unknown };
  return {
    name: shortened(String(name)),
    code: typeof code === "string" ? shortened(code) : undefined,
    message: shortened(String(message)),
    details: jsonOf((details ?? {}) as ErrorDetails),
  };
}

function shortened(text: string): string {
  const more = text.length - MAX_MESSAGE;
  return more > 0 ? `${text.slice(0, MAX_MESSAGE)}… and ${more} characters more` : text;
}

/** Restores an error that was sent. A HindcastError or RangeError gets its class back. */
export function receivedError({ name, code, message, details }: SentError): Error {
  const fields = JSON.parse(details) as ErrorDetails;
  if (name === "HindcastError") return new HindcastError(code as ErrorCode, message, fields);
  const error = name === "RangeError" ? new RangeError(message) : new Error(message);
  return code === undefined ? error : Object.assign(error, { code, details: fields });
}

/** Returns the details of an error as JSON, or empty details if they are too long or cannot be serialized. */
function jsonOf(details: ErrorDetails): string {
  try {
    const text = JSON.stringify(details);
    return text.length > MAX_DETAILS ? "{}" : text;
  } catch {
    return "{}";
  }
}
