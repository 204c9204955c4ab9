import type { FastifyRequest } from "fastify";
import { formatInstant, parseInstant } from "../time/instant.ts";
import type { ServicePaths } from "./base-path.ts";
import { invalidParameters } from "./errors/api-error.ts";
import { yearOutOfRange, readInstant } from "./request-times.ts";
import type { ReplaySession } from "./sessions/session.ts";

export const AS_OF_HEADER = "x-as-of";

/**
 * Parses an `X-As-Of` header. A date means the date's midnight in `zone`, the exchange's time zone. Throws INVALID_PARAMETERS for a text
 * that is not an instant, and for an instant later than `now`.
 */
export function asOfInstant(text: string, now: number, zone: string): number {
  const problem = { in: "header", parameter: "X-As-Of", value: text } as const;
  const instant = readInstant(problem, text, () => parseInstant(text, zone));
  if (instant > now) {
    throw invalidParameters([
      { ...problem, reason: `must not be later than the market's current time, ${formatInstant(now)}` },
    ]);
  }
  const outOfRange = yearOutOfRange(instant, problem, text);
  if (outOfRange !== undefined) throw outOfRange;
  return instant;
}

/**
 * Returns the market time of a request: its `X-As-Of` if it reads market data and the header is valid, otherwise the session's current
 * time.
 */
export function requestTime(
  { headers, raw }: Pick<FastifyRequest, "headers" | "raw">,
  session: ReplaySession,
  { base }: ServicePaths,
): number {
  const { now } = session;
  const asOf = headers[AS_OF_HEADER];
  if (asOf === undefined || raw.url?.startsWith(`${base}/market-data/`) !== true) return now;
  try {
    return asOfInstant(String(asOf), now, session.accounts.exchange.calendar.zone);
  } catch {
    return now;
  }
}

/** Returns the error for an `X-As-Of` header on a request that does not read market data, since such requests always get current data. */
export function asOfRefused(): Error {
  return invalidParameters([
    { in: "header", parameter: "X-As-Of", reason: "must be left out: only requests for market data accept it" },
  ]);
}
