import { Type } from "typebox";

/** An instant, `YYYY-MM-DDTHH:mm:ss.sssZ`. */
export const Timestamp = Type.String({
  pattern: String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$`,
  description: "An instant in UTC, with milliseconds.",
});
