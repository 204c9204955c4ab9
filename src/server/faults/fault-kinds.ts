import type { FaultKind, FaultRule } from "../../schemas/faults.ts";
import { formatInstant } from "../../time/instant.ts";
import { ApiError } from "../errors/api-error.ts";

/** The facts of a request that an injected fault needs. */
export interface FaultedRequest {
  readonly requestId: string;
  /** Requests per hour that its key may send. */
  readonly limit: number;
  /** Real time, epoch milliseconds. */
  readonly now: number;
}

/** Effect of a rule on a request. */
export interface RequestEffect {
  readonly stallMs?: number;
  readonly error?: (request: FaultedRequest) => ApiError;
}

/** Effect of a rule on a data message of the stream. */
export interface MessageEffect {
  /** How often the message is sent; once by default. */
  readonly copies?: 0 | 2;
  readonly delayMs?: number;
  /** Whether the connection ends and the message is not sent. */
  readonly disconnects?: true;
}

/** A kind of fault: the members of a rule that it uses, and its effect. */
export interface FaultKindDefinition {
  readonly allowed: readonly (keyof FaultRule)[];
  readonly required?: keyof FaultRule;
  readonly request?: (rule: FaultRule) => RequestEffect;
  readonly message?: (rule: FaultRule) => MessageEffect;
}

const RETRY_SECONDS = 1;

/** The server fails before or after it has processed the request. */
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

/** The rate limit seems to be exceeded. */
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
