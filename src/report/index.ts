/** A result for readers: a page of its own, JSON for other programs, text for a terminal. */
export { equityCsv } from "./equity-csv.ts";
export * from "./format.ts";
export { reportHtml } from "./html.ts";
export { jsonChunks } from "./json-chunks.ts";
export { resultJson, type Json } from "./json.ts";
export { reportPayload, type ReportPayload } from "./payload.ts";
export * from "./terminal/equity-line.ts";
export * from "./terminal/summary-table.ts";
export * from "./terminal/trades-table.ts";
export { tradesCsv } from "./trades-csv.ts";
