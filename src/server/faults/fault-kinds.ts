import type { FaultKind, FaultRule } from "../../schemas/faults.ts";
import { formatInstant } from "../../time/instant.ts";
import { ApiError } from "../errors/api-error.ts";

/** What is known of a request when it meets a fault. */
export interface FaultedRequest {
  readonly requestId: string;
  /** Requests that its key may make in an hour. */
  readonly limit: number;
  /** What time it really is. */
  readonly now: number;
}

/** What a rule does to a request. */
export interface RequestEffect {
  readonly stallMs?: number;
  readonly error?: (request: FaultedRequest) => ApiError;
}

/** What a rule does to a data message of the stream. */
export interface MessageEffect {
  /** How often it comes; once when left out. */
  readonly copies?: 0 | 2;
  readonly delayMs?: number;
  /** The connection ends in its place. */
  readonly ends?: true;
}

/** One kind of fault: which members of a rule mean something for it, and what it does. */
export interface KindOfFault {
  readonly takes: readonly (keyof FaultRule)[];
  readonly needs?: keyof FaultRule;
  readonly request?: (rule: FaultRule) => RequestEffect;
  readonly message?: (rule: FaultRule) => MessageEffect;
}

const RETRY_SECONDS = 1;

/** The server fails, as it can before or after it has done what was asked for. */
const error: KindOfFault = {
  takes: ["when", "method", "path"],
  request: () => ({
    error: ({ requestId }) =>
      new ApiError("INTERNAL_ERROR", "internal server error (injected fault)", {
        request_id: requestId,
        injected: true,
        fault: "error",
      }),
  }),
};

/** Too many requests, though there were not. */
const limit: KindOfFault = {
  takes: ["method", "path"],
  request: () => ({
    error: ({ limit: requests, now }) =>
      new ApiError(
        "RATE_LIMIT_EXCEEDED",
        `try again in ${RETRY_SECONDS} second (injected fault)`,
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

const stall: KindOfFault = {
  takes: ["when", "method", "path", "delay_ms"],
  needs: "delay_ms",
  request: (rule) => ({ stallMs: rule.delay_ms! }),
};

const drop: KindOfFault = { takes: ["messages"], message: () => ({ copies: 0 }) };
const duplicate: KindOfFault = { takes: ["messages"], message: () => ({ copies: 2 }) };
const delay: KindOfFault = {
  takes: ["messages", "delay_ms"],
  needs: "delay_ms",
  message: (rule) => ({ delayMs: rule.delay_ms! }),
};
const disconnect: KindOfFault = { takes: ["messages"], message: () => ({ ends: true }) };

/** All that can be injected, by name. */
export const faultKinds: Readonly<Record<FaultKind, KindOfFault>> = {
  error,
  limit,
  stall,
  drop,
  duplicate,
  delay,
  disconnect,
};
