// The calendars that are built in: one line a calendar; the catalogue reads this door.
export { always } from "./always.ts";
export { xnys } from "./xnys.ts";
