import { Type, type Static } from "typebox";
import { mapValues } from "../primitives/record-helpers.ts";
import { Timestamp } from "./fields.ts";

/** Every code of error responses, with its HTTP status. A fixed message may name fields of `details` in braces. */
export const API_ERROR_TABLE = {
  INVALID_PARAMETERS: { status: 400 },
  MARKET_CLOSED: { status: 400 },
  INVALID_API_KEY: { status: 401 },
  INSUFFICIENT_SCOPE: { status: 403, message: "the key must have the scope {required_scope}" },
  TIER_REQUIRED: { status: 403 },
  LIVE_TRADING_DISABLED: { status: 403, message: "live trading is not available: paper_trading must be true" },
  NOT_FOUND: { status: 404 },
  SYMBOL_NOT_FOUND: { status: 404 },
  ORDER_NOT_FOUND: { status: 404, message: "the account has no order with this id" },
  POSITION_NOT_FOUND: { status: 404, message: "the account holds no {symbol}" },
  BACKTEST_NOT_FOUND: { status: 404 },
  METHOD_NOT_ALLOWED: { status: 405 },
  ORDER_NOT_CANCELABLE: { status: 409 },
  ORDER_NOT_REPLACEABLE: { status: 409 },
  DUPLICATE_CLIENT_ORDER_ID: { status: 409, message: "client_order_id is already used by an order of the account" },
  TOO_MANY_OPEN_ORDERS: {
    status: 409,
    message: "an account may have at most {limit} open orders, it has {open}: cancel orders that you no longer need",
  },
  BACKTEST_NOT_FINISHED: { status: 409 },
  REPLAY_STATE: { status: 409 },
  PAYLOAD_TOO_LARGE: { status: 413, message: "the body must have at most {limit_bytes} bytes" },
  UNSUPPORTED_MEDIA_TYPE: { status: 415 },
  INSUFFICIENT_FUNDS: { status: 422 },
  INSUFFICIENT_POSITION: { status: 422 },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    message: "Idempotency-Key must be new: it was already used for another request",
  },
  RATE_LIMIT_EXCEEDED: { status: 429 },
  INTERNAL_ERROR: { status: 500 },
  NOT_IMPLEMENTED: { status: 501, message: "the code of the report page was not built" },
  SERVICE_UNAVAILABLE: { status: 503 },
} as const satisfies Readonly<Record<string, { readonly status: number; readonly message?: string }>>;

type Table = typeof API_ERROR_TABLE;

/** HTTP status of each error code. */
export const API_ERRORS = mapValues(API_ERROR_TABLE, ({ status }) => status) as {
  readonly [Code in keyof Table]: Table[Code]["status"];
};

/** Error codes with a fixed message. */
export type FixedErrorCode = {
  [Code in keyof Table]: Table[Code] extends { readonly message: string } ? Code : never;
}[keyof Table];

/** Error code of a response. */
export type ApiErrorCode = keyof typeof API_ERRORS;

/** A problem of a request: an entry of `details.errors` of `INVALID_PARAMETERS`. */
export const ParameterProblem = Type.Object({
  in: Type.Enum(["path", "query", "body", "header", "request"]),
  parameter: Type.String({
    description: "Name of the parameter. The names of nested fields have dots, such as `stop_loss.stop_price`.",
  }),
  value: Type.Optional(
    Type.Unknown({ description: "Value that the request has. It is missing for a missing or unknown parameter." }),
  ),
  reason: Type.String({ description: "What must hold." }),
  allowed: Type.Optional(Type.Array(Type.Unknown())),
  suggestion: Type.Optional(Type.String()),
});
export type ParameterProblem = Static<typeof ParameterProblem>;

/** Body of every error response. */
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
