import { decimalsOf } from "../../market/currency-decimals.ts";
import type { RecordedMarket } from "../../market/recorded-market.ts";
import { DASHBOARD_PATH } from "./dashboard-path.ts";

/** Where the files of the page lie, seen from the page: the same below any prefix. */
const FILES = DASHBOARD_PATH.slice(1);

/** What the page says of the recording before anybody has shown a key. */
export type ShownRecording = Pick<RecordedMarket, "name" | "provenance" | "instruments">;

/** The page: all that it shows its script asks for, with the key that is put in. */
export function dashboardPage({ name, provenance, instruments }: ShownRecording): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Hindcast</title>
<link rel="icon" href="${FILES}/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${FILES}/dashboard.css">
<script src="${FILES}/dashboard.js" defer></script>
</head>
<body data-recording="${escaped(name)}" data-provenance="${escaped(provenance)}" data-currency-decimals="${escaped(currencyDecimals(instruments))}">
<noscript>The dashboard needs JavaScript.</noscript>
</body>
</html>
`;
}

/** The decimals of money in each currency of the recording, those to which ledgers round: the first of its symbols says them. */
function currencyDecimals(instruments: ShownRecording["instruments"]): string {
  const sorted = instruments.toSorted((a, b) => (a.symbol < b.symbol ? -1 : 1));
  const currencies = new Set(sorted.map(({ currency }) => currency));
  return JSON.stringify(Object.fromEntries(Array.from(currencies, (each) => [each, decimalsOf(each, sorted)])));
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character]!);
}
