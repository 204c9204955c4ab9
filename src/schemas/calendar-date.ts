import { Type } from "typebox";

/** A day of the calendar, `YYYY-MM-DD`. */
export const CalendarDate = Type.String({
  pattern: String.raw`^\d{4}-\d{2}-\d{2}$`,
  description: "A day of the calendar, YYYY-MM-DD.",
  examples: ["2024-01-19"],
});
