import { Type, type Static } from "typebox";
import { Timestamp } from "./fields.ts";

/** Every code that an error body can carry, and the HTTP status that it comes with. */
export const API_ERRORS = {
  INVALID_PARAMETERS: 400,
  MARKET_CLOSED: 400,
  INVALID_API_KEY: 401,
  INSUFFICIENT_SCOPE: 403,
  TIER_REQUIRED: 403,
  LIVE_TRADING_DISABLED: 403,
  NOT_FOUND: 404,
  SYMBOL_NOT_FOUND: 404,
  ORDER_NOT_FOUND: 404,
  POSITION_NOT_FOUND: 404,
  BACKTEST_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  ORDER_NOT_CANCELABLE: 409,
  ORDER_NOT_REPLACEABLE: 409,
  DUPLICATE_CLIENT_ORDER_ID: 409,
  TOO_MANY_OPEN_ORDERS: 409,
  BACKTEST_NOT_FINISHED: 409,
  REPLAY_STATE: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  INSUFFICIENT_FUNDS: 422,
  INSUFFICIENT_POSITION: 422,
  IDEMPOTENCY_KEY_REUSED: 422,
  RATE_LIMIT_EXCEEDED: 429,
  INTERNAL_ERROR: 500,
  NOT_IMPLEMENTED: 501,
  SERVICE_UNAVAILABLE: 503,
} as const;

export type ApiErrorCode = keyof typeof API_ERRORS;

/** One thing that is wrong with a request: an entry of `details.errors` of INVALID_PARAMETERS. */
export const ParameterProblem = Type.Object({
  in: Type.Enum(["path", "query", "body", "header", "request"]),
  parameter: Type.String({ description: "Its name; members of members with dots, such as `stop_loss.stop_price`." }),
  value: Type.Optional(
    Type.Unknown({ description: "What it was; missing where nothing was given, and of what is unknown." }),
  ),
  reason: Type.String({ description: "What must hold." }),
  allowed: Type.Optional(Type.Array(Type.Unknown())),
  suggestion: Type.Optional(Type.String()),
});
export type ParameterProblem = Static<typeof ParameterProblem>;

/** The body of every answer that is a failure. */
export const ApiErrorBody = Type.Object(
  {
    error: Type.Object({
      code: Type.Enum(Object.keys(API_ERRORS) as ApiErrorCode[]),
      message: Type.String(),
      details: Type.Record(Type.String(), Type.Unknown()),
    }),
    timestamp: Timestamp,
  },
  { title: "Error" },
);
export type ApiErrorBody = Static<typeof ApiErrorBody>;
