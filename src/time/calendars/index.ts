// Built-in calendars, one per line; catalog.ts reads these exports.
export { always } from "./always.ts";
export { cmes } from "./cmes.ts";
export { fx } from "./fx.ts";
export { xlon } from "./xlon.ts";
export { xnys } from "./xnys.ts";
export { xtks } from "./xtks.ts";
