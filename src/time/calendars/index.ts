// The calendars that are built in: one line a calendar; the catalogue reads this door.
export { always } from "./always.ts";
export { cmes } from "./cmes.ts";
export { fx } from "./fx.ts";
export { xlon } from "./xlon.ts";
export { xnys } from "./xnys.ts";
export { xtks } from "./xtks.ts";
