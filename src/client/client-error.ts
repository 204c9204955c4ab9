import { type ErrorCode, HindcastError } from "../primitives/errors.ts";
import type { ApiErrorCode } from "../schemas/api-error.ts";

/**
 * An error response of the service, with its code, details and HTTP status (0 on the stream).
 *
 * @example
 * try {
 *   await client.placeOrder(order);
 * } catch (error) {
 *   if (error instanceof ClientError && error.code === "INSUFFICIENT_FUNDS") console.log(error.details["available"]);
 * }
 */
export class ClientError extends HindcastError {
  override readonly name = "ClientError";
  declare readonly code: ApiErrorCode;
  readonly status: number;
  readonly requestId: string;

  constructor(
    code: ApiErrorCode,
    message: string,
    status: number,
    details: Readonly<Record<string, unknown>> = {},
    requestId = "",
  ) {
    super(code as ErrorCode & ApiErrorCode, message, details);
    this.status = status;
    this.requestId = requestId;
  }
}
