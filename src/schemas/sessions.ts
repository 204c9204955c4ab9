import { type Static, Type } from "typebox";
import { CalendarDate, Timestamp } from "./fields.ts";

export const SessionsQuery = Type.Object(
  {
    calendar: Type.Optional(
      Type.String({
        maxLength: 32,
        description: "Name of a calendar. Default: the main calendar of the recording.",
        examples: ["XNYS"],
      }),
    ),
    start: Type.Optional({
      ...CalendarDate,
      description: "First date. Default: the date of the current or last session.",
    }),
    end: Type.Optional({ ...CalendarDate, description: "Last date. Default: 30 days after the first date." }),
  },
  { additionalProperties: false },
);
export type SessionsQuery = Static<typeof SessionsQuery>;

/** Sessions of a calendar as known at the session's current time. */
export const Sessions = Type.Object(
  {
    calendar: Type.String(),
    sessions: Type.Array(
      Type.Object({
        date: CalendarDate,
        open: Timestamp,
        close: Timestamp,
        early_close: Type.Boolean(),
        pre_open: Timestamp,
        post_close: Timestamp,
      }),
    ),
  },
  {
    examples: [
      {
        calendar: "XNYS",
        sessions: [
          {
            date: "2023-11-24",
            open: "2023-11-24T14:30:00.000Z",
            close: "2023-11-24T18:00:00.000Z",
            early_close: true,
            pre_open: "2023-11-24T09:00:00.000Z",
            post_close: "2023-11-24T22:00:00.000Z",
          },
        ],
      },
    ],
  },
);
export type Sessions = Static<typeof Sessions>;
