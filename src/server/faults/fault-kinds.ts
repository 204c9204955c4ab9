import type { FaultKind, FaultRule } from "../../schemas/faults.ts";
import { formatInstant } from "../../time/instant.ts";
import { ApiError } from "../errors/api-error.ts";

/** The facts about a request that an injected fault needs. */
export interface FaultedRequest {
  readonly requestId: string;
  /** Number of requests that the API key may send per hour. */
  readonly limit: number;
  /** Real time in epoch milliseconds. */
  readonly now: number;
}

/** What a fault rule does to a request. */
export interface RequestEffect {
  readonly stallMs?: number;
  readonly error?: (request: FaultedRequest) => ApiError;
}

/** What a fault rule does to a data message of the stream. */
export interface MessageEffect {
  /** Number of times that the message is sent: 0 or 2; once by default. */
  readonly copies?: 0 | 2;
  readonly delayMs?: number;
  /** Whether the connection ends instead of sending the message. */
  readonly disconnects?: true;
}

/** A kind of fault: the members that its rules may have, and what it does. */
export interface FaultKindDefinition {
  readonly allowed: readonly (keyof FaultRule)[];
  readonly required?: keyof FaultRule;
  readonly request?: (rule: FaultRule) => RequestEffect;
  readonly message?: (rule: FaultRule) => MessageEffect;
}

const RETRY_SECONDS = 1;

/** Fault of the kind `error`: the server fails before or after it has processed the request. */
const error: FaultKindDefinition = {
  allowed: ["when", "method", "path"],
  request: () => ({
    error: ({ requestId }) =>
      new ApiError("INTERNAL_ERROR", "internal server error (injected fault)", {
        request_id: requestId,
        injected: true,
        fault: "error",
      }),
  }),
};

/** Fault of the kind `limit`: the rate limit seems to be exceeded. */
const limit: FaultKindDefinition = {
  allowed: ["method", "path"],
  request: () => ({
    error: ({ limit: requests, now }) =>
      new ApiError(
        "RATE_LIMIT_EXCEEDED",
        `too many requests; try again in ${RETRY_SECONDS} second (injected fault)`,
        {
          limit: requests,
          window_seconds: RETRY_SECONDS,
          retry_after: RETRY_SECONDS,
          reset_at: formatInstant(now + RETRY_SECONDS * 1000),
          injected: true,
          fault: "limit",
        },
        { headers: { "retry-after": String(RETRY_SECONDS) } },
      ),
  }),
};

const stall: FaultKindDefinition = {
  allowed: ["when", "method", "path", "delay_ms"],
  required: "delay_ms",
  request: (rule) => ({ stallMs: rule.delay_ms! }),
};

const drop: FaultKindDefinition = { allowed: ["messages"], message: () => ({ copies: 0 }) };
const duplicate: FaultKindDefinition = { allowed: ["messages"], message: () => ({ copies: 2 }) };
const delay: FaultKindDefinition = {
  allowed: ["messages", "delay_ms"],
  required: "delay_ms",
  message: (rule) => ({ delayMs: rule.delay_ms! }),
};
const disconnect: FaultKindDefinition = { allowed: ["messages"], message: () => ({ disconnects: true }) };

/** All faults that can be injected, by name. */
export const faultKinds: Readonly<Record<FaultKind, FaultKindDefinition>> = {
  error,
  limit,
  stall,
  drop,
  duplicate,
  delay,
  disconnect,
};
