import type { ErrorText } from "../primitives/error-table.ts";
import type { ApiErrorCode } from "./api-error.ts";

/** What each error code of the served API means, and what to do. `docs/reference/errors.md` and `hindcast explain CODE` show these rows. */
export const API_ERROR_TEXTS: Readonly<Record<ApiErrorCode, ErrorText>> = {
  INVALID_PARAMETERS: {
    meaning: "A parameter, a header or a field of the body is unknown or has an invalid value.",
    whatToDo: "`details.errors` lists each invalid parameter, header or field, with the allowed values.",
  },
  MARKET_CLOSED: {
    meaning: "The market of the order is closed, and the order cannot wait until it opens.",
    whatToDo:
      "Wait for the session in `details`, or submit an order that can wait for the open, such as a limit order.",
  },
  INVALID_API_KEY: {
    meaning: "The request has no API key, or its key does not exist, was revoked or has expired.",
    whatToDo: "Send `Authorization: Bearer KEY`. `hindcast keys create` creates a key.",
  },
  INSUFFICIENT_SCOPE: {
    meaning: "The API key lacks the scope that the path needs.",
    whatToDo: "Create an API key with the scope in `details`.",
  },
  TIER_REQUIRED: {
    meaning: "The tier of the API key does not include the stream.",
    whatToDo: "Use a key of the tier pro or enterprise.",
  },
  LIVE_TRADING_DISABLED: {
    meaning: "`paper_trading` is false, but there is no live trading.",
    whatToDo: "Leave `paper_trading` out, or set it to true.",
  },
  NOT_FOUND: {
    meaning:
      "The path does not exist, the API key to manage does not exist, or the session is neither the main session nor one of your key.",
    whatToDo: "`/docs` lists every path; `GET /_replay/sessions` lists the sessions that your key can use.",
  },
  SYMBOL_NOT_FOUND: {
    meaning: "The symbol is unknown at the session's current time.",
    whatToDo: "Read `suggestion`. A symbol is unknown before it is listed.",
  },
  ORDER_NOT_FOUND: {
    meaning: "The account of this API key has no order with this id in this session.",
    whatToDo: "List the orders with `GET /trading/orders?status=all`.",
  },
  POSITION_NOT_FOUND: {
    meaning: "The account has no position in the symbol.",
    whatToDo: "List the positions with `GET /trading/positions`.",
  },
  BACKTEST_NOT_FOUND: {
    meaning:
      "The key has no backtest with this id, or the backtest is no longer [kept](api-trading.md#limits-of-backtests). Without `--state` a restart deletes all backtests.",
    whatToDo: "Start it again.",
  },
  METHOD_NOT_ALLOWED: {
    meaning: "The path does not accept the method.",
    whatToDo: "Use one of the methods in `details.allow`.",
  },
  ORDER_NOT_CANCELABLE: {
    meaning: "The order is not open, or is a margin call.",
    whatToDo:
      "Read the order: it has filled or ended. A margin call (`details.reason` is `margin_call`) cannot be canceled.",
  },
  ORDER_NOT_REPLACEABLE: {
    meaning: "The order is not open, or is a margin call.",
    whatToDo:
      "Read the order: it has filled or ended. A margin call (`details.reason` is `margin_call`) cannot be replaced.",
  },
  DUPLICATE_CLIENT_ORDER_ID: {
    meaning: "An order of the account already has this `client_order_id`.",
    whatToDo: "Use another `client_order_id`. To repeat a request safely, use `Idempotency-Key`.",
  },
  TOO_MANY_OPEN_ORDERS: {
    meaning:
      "The account would have more [open orders](api-trading.md#open-orders) than the server allows: 200,000, or `--max-open-orders`.",
    whatToDo: "Cancel orders that you no longer need. `details` has the `limit` and the number of `open` orders.",
  },
  BACKTEST_NOT_FINISHED: {
    meaning: "The backtest, or its report, is not finished.",
    whatToDo:
      "Poll the status of the backtest. A failed backtest has no result. If its process ended while it created the report, run the backtest again.",
  },
  REPLAY_STATE: {
    meaning: "The session cannot process the request in its current state.",
    whatToDo:
      "`details` has the current state and the states that allow the request; for a lockstep session it has the mode. If there are too many sessions, it has the `limit` and your `sessions`: end one with `DELETE /_replay/sessions/{id}`.",
  },
  PAYLOAD_TOO_LARGE: {
    meaning: "The body is larger than 64 KiB.",
    whatToDo: "Split the request.",
  },
  UNSUPPORTED_MEDIA_TYPE: {
    meaning: "The body is not JSON in UTF-8, its `Content-Type` is not JSON, or it is compressed.",
    whatToDo: "Send `Content-Type: application/json`, and no `Content-Encoding`.",
  },
  INSUFFICIENT_FUNDS: {
    meaning:
      "The order costs more than buying power, commission included. In a cash account its price is the limit or stop price, or else the last price.",
    whatToDo: "Compare `required` and `available`.",
  },
  INSUFFICIENT_POSITION: {
    meaning:
      "The order of a cash account would sell more than the account holds, or a `reduce_only` order has no position to reduce.",
    whatToDo: "Compare `required` and `available`.",
  },
  IDEMPOTENCY_KEY_REUSED: {
    meaning: "The `Idempotency-Key` was used for another request.",
    whatToDo: "Use a new key for a new request.",
  },
  RATE_LIMIT_EXCEEDED: {
    meaning:
      "Requests, connections or messages exceed the limits of the tier, more than 250 pipelined requests are queued on a connection, or more than 20 backtests of a key are queued or running.",
    whatToDo:
      "Wait for the time in `Retry-After`. Pipelined requests after the rejected one were not started: send them again on a new connection.",
  },
  INTERNAL_ERROR: {
    meaning: "The server has a fault.",
    whatToDo: "Report the fault with the `request_id`.",
  },
  NOT_IMPLEMENTED: {
    meaning: "The code of the report page was not built.",
    whatToDo: "Run `npm run build` in a checkout.",
  },
  SERVICE_UNAVAILABLE: {
    meaning:
      "The server is overloaded or shutting down, has no room for another stream without a key, or cannot write its state.",
    whatToDo:
      "Try again after `Retry-After`. If the state [cannot be written](api.md#settings-of-the-server), `details` has the `reason`.",
  },
};
