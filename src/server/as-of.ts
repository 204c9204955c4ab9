import type { FastifyRequest } from "fastify";
import { formatInstant, parseInstant } from "../time/instant.ts";
import type { Place } from "./base-path.ts";
import { invalidParameters } from "./errors/api-error.ts";
import { beyondKnownYears, readMoment } from "./request-times.ts";
import type { ReplaySession } from "./sessions/session.ts";

export const AS_OF_HEADER = "x-as-of";

/**
 * The instant of an `X-As-Of` header: a date is its midnight in `zone`, that of the exchange, and nothing of that day is known. Throws INVALID_PARAMETERS
 * for a text that is no instant, and for one later than now.
 */
export function asOfInstant(text: string, now: number, zone: string): number {
  const problem = { in: "header", parameter: "X-As-Of", value: text } as const;
  const instant = readMoment(problem, text, () => parseInstant(text, zone));
  if (instant > now) {
    throw invalidParameters([{ ...problem, reason: `must not be later than the market's now, ${formatInstant(now)}` }]);
  }
  const beyond = beyondKnownYears(instant, problem, text);
  if (beyond !== undefined) throw beyond;
  return instant;
}

/** The moment that a request is about: that of its `X-As-Of`, where it reads the market and the header can be read; the session's now else. */
export function momentOf(
  { headers, raw }: Pick<FastifyRequest, "headers" | "raw">,
  session: ReplaySession,
  { base }: Place,
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

/** The error of an `X-As-Of` header where nothing is read of the market: what is asked there is of now, and must not pass for something earlier. */
export function refuseAsOf(): Error {
  return invalidParameters([
    { in: "header", parameter: "X-As-Of", reason: "must be left out: only market data have a past" },
  ]);
}
