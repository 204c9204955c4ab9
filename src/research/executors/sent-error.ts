import { HindcastError, type ErrorCode, type ErrorDetails } from "../../primitives/errors.ts";

/** An error as it goes from one thread or machine to another. */
export interface SentError {
  readonly name: string;
  readonly code: string | undefined;
  readonly message: string;
  readonly details: string;
}

export function sentError(error: unknown): SentError {
  if (!(error instanceof Error)) return { name: "Error", code: undefined, message: String(error), details: "{}" };
  const { code, details } = error as { readonly code?: string; readonly details?: ErrorDetails };
  return { name: error.name, code, message: error.message, details: jsonOf(details ?? {}) };
}

/** The error again, of its own kind where it is one of Hindcast. */
export function receivedError({ name, code, message, details }: SentError): Error {
  const fields = JSON.parse(details) as ErrorDetails;
  if (name === "HindcastError") return new HindcastError(code as ErrorCode, message, fields);
  const error = name === "RangeError" ? new RangeError(message) : new Error(message);
  return code === undefined ? error : Object.assign(error, { code, details: fields });
}

/** Details hold what a message shows; what JSON cannot say, such as a cause that holds itself, is left out. */
function jsonOf(details: ErrorDetails): string {
  try {
    return JSON.stringify(details);
  } catch {
    return "{}";
  }
}
