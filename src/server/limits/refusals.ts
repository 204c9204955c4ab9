import type { ApiError } from "../errors/api-error.ts";

/** Counts refusals wherever they are told: over HTTP, to who asks for a WebSocket, and on the stream. */
export class Refusals {
  rateLimited = 0;

  note({ code }: ApiError): void {
    if (code === "RATE_LIMIT_EXCEEDED") this.rateLimited++;
  }
}
