import { HindcastError, type ErrorCode, type ErrorDetails } from "../../primitives/errors.ts";

/** An error as it goes from one thread or machine to another. */
export interface SentError {
  readonly name: string;
  readonly code: string | undefined;
  readonly message: string;
  readonly details: string;
}

/** Characters of a message, and of details in JSON, that go along. A strategy may throw all that it has. */
const MOST_MESSAGE = 16_384;
const MOST_DETAILS = 2 ** 20;

export function sentError(error: unknown): SentError {
  if (!(error instanceof Error)) return { name: "Error", code: undefined, message: cut(String(error)), details: "{}" };
  // A strategy may set any of these to what it likes.
  const { name, message, code, details } = error as { readonly [Name in keyof SentError]?: unknown };
  return {
    name: cut(String(name)),
    code: typeof code === "string" ? cut(code) : undefined,
    message: cut(String(message)),
    details: jsonOf((details ?? {}) as ErrorDetails),
  };
}

function cut(text: string): string {
  const more = text.length - MOST_MESSAGE;
  return more > 0 ? `${text.slice(0, MOST_MESSAGE)}… and ${more} characters more` : text;
}

/** The error again, of its own kind where it is one of Hindcast. */
export function receivedError({ name, code, message, details }: SentError): Error {
  const fields = JSON.parse(details) as ErrorDetails;
  if (name === "HindcastError") return new HindcastError(code as ErrorCode, message, fields);
  const error = name === "RangeError" ? new RangeError(message) : new Error(message);
  return code === undefined ? error : Object.assign(error, { code, details: fields });
}

/** Details hold what a message shows; what JSON cannot say, such as a cause that holds itself, is left out, and so is what is too long. */
function jsonOf(details: ErrorDetails): string {
  try {
    const text = JSON.stringify(details);
    return text.length > MOST_DETAILS ? "{}" : text;
  } catch {
    return "{}";
  }
}
