import { readFileSync } from "node:fs";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { decimalsOf } from "../../market/currency-decimals.ts";
import type { RecordedMarket } from "../../market/recorded-market.ts";
import { digestOf } from "../../primitives/sha256.ts";
import type { Place } from "../base-path.ts";
import { ApiError } from "../errors/api-error.ts";
import { plainHeaders } from "../headers/answer-headers.ts";

/** Where the dashboard stands; its files lie below. */
export const DASHBOARD_PATH = "/dashboard";

/** Where the files of the page lie, seen from the page: the same below any prefix. */
const FILES = DASHBOARD_PATH.slice(1);

/** What the page says of the recording before anybody has shown a key. */
type ShownRecording = Pick<RecordedMarket, "name" | "provenance" | "instruments">;

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

/** Where the built code lies, seen from what Node loads, from the compiled file and from the source. */
const FOLDERS = ["../../../web/", "../../web/", "../../../dist/web/"].map((path) => new URL(path, import.meta.url));

/** Two bars: what a browser shows beside the title. */
const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#1f5fc4"/><path d="M5 3v10M11 2v10" stroke="#fff"/><path d="M3.5 6h3v5h-3zM9.5 4h3v5h-3z" fill="#fff"/></svg>`;

const read = new Map<string, DashboardFile>();

/** The files below the dashboard's path, by name. */
const DASHBOARD_FILES: Readonly<Record<string, () => DashboardFile>> = {
  "dashboard.js": () => built("dashboard.js", "text/javascript; charset=utf-8"),
  "dashboard.css": () => built("dashboard.css", "text/css; charset=utf-8"),
  "icon.svg": () => readOnce("icon.svg", "image/svg+xml", () => ICON),
};

/** Addresses that are answered without a key: what they show is asked for with one. */
export const DASHBOARD_ADDRESSES = ["", ...Object.keys(DASHBOARD_FILES).map((name) => `/${name}`)].map((rest) => ({
  method: "GET" as const,
  address: DASHBOARD_PATH + rest,
}));

/** A host as browsers send it. Anything else is not put into a policy. */
const HOST = /^[\w.-]+(?::\d+)?$|^\[[\da-f:]+\](?::\d+)?$/i;

/** Serves the dashboard, at the root of the service too where that is `landing`. Its page loads nothing from elsewhere, and sends nothing elsewhere. */
export function addDashboard(
  app: FastifyInstance,
  recording: ShownRecording,
  { prefix }: Place,
  landing: boolean,
): void {
  const onRequest = (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    reply.headers(plainHeaders(request.id));
    done();
  };
  const options = { onRequest, schema: { hide: true } as object };
  const page = dashboardPage(recording);
  app.get(DASHBOARD_PATH, options, (request, reply) => {
    // Whoever cannot have the script is told so, not shown an empty page.
    for (const file of Object.values(DASHBOARD_FILES)) file();
    return reply
      .header("content-security-policy", pagePolicy(request.headers.host))
      .type("text/html; charset=utf-8")
      .send(page);
  });
  // Who types the server's address into a browser looks for a page; to every program there is nothing at its root.
  if (landing) {
    app.get("/", options, (request, reply) => {
      if (!wantsPage(request.headers.accept)) return reply.callNotFound();
      return reply.header("vary", "accept").redirect(prefix + DASHBOARD_PATH, 302);
    });
  }
  for (const [name, file] of Object.entries(DASHBOARD_FILES)) {
    app.get(`${DASHBOARD_PATH}/${name}`, options, (request, reply) => sendFile(request, reply, file()));
  }
}

/** Whether HTML is asked for by its name, as browsers do; a program takes anything. */
function wantsPage(accept = ""): boolean {
  return accept
    .split(",")
    .some((range) => /^\s*text\/html\s*(?:;|$)/i.test(range) && !/;\s*q=0(?:\.0*)?\s*$/i.test(range));
}

/** Browsers keep a file and ask whether it is still the one. */
function sendFile(request: FastifyRequest, reply: FastifyReply, { type, body, tag }: DashboardFile): FastifyReply {
  reply.headers({ "cache-control": "no-cache", etag: tag });
  if (request.headers["if-none-match"] === tag) return reply.code(304).send();
  return reply.type(type).send(body);
}

/** Not every browser takes the sockets of the page's own host for `'self'`, so they are named. */
function pagePolicy(host: string | undefined): string {
  const sockets = host !== undefined && HOST.test(host) ? ` ws://${host} wss://${host}` : "";
  return `default-src 'self'; connect-src 'self'${sockets}; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}

/** A file of the dashboard as it is sent. */
interface DashboardFile {
  readonly type: string;
  readonly body: string;
  /** Tells one build from another. */
  readonly tag: string;
}

function built(name: string, type: string): DashboardFile {
  return readOnce(name, type, () => findBuilt(name));
}

/** The text of a file that the build wrote. Throws SERVICE_UNAVAILABLE where it was not built. */
export function findBuilt(name: string): string {
  for (const folder of FOLDERS) {
    try {
      return readFileSync(new URL(name, folder), "utf8");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
  }
  throw new ApiError(
    "SERVICE_UNAVAILABLE",
    `the dashboard must be built before it is served, ${name} was not found: run "npm run build"`,
    { file: name },
  );
}

/** Each is read once. */
function readOnce(name: string, type: string, body: () => string): DashboardFile {
  let known = read.get(name);
  if (known === undefined) {
    const text = body();
    known = { type, body: text, tag: `"${digestOf(text).slice(0, 20)}"` };
    read.set(name, known);
  }
  return known;
}
