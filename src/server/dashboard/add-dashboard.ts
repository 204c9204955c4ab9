import { readFileSync } from "node:fs";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { decimalsOf } from "../../market/currency-decimals.ts";
import type { RecordedMarket } from "../../market/recorded-market.ts";
import { digestOf } from "../../primitives/sha256.ts";
import type { ServicePaths } from "../base-path.ts";
import { ApiError } from "../errors/api-error.ts";
import { plainHeaders } from "../headers/answer-headers.ts";

/** Path of the dashboard. Its files have paths below it. */
export const DASHBOARD_PATH = "/dashboard";

/** Path of the dashboard's files relative to the page, which is the same below any prefix. */
const FILES = DASHBOARD_PATH.slice(1);

/** The parts of a recording that the page shows before a key is entered. */
type ShownRecording = Pick<RecordedMarket, "name" | "provenance" | "instruments">;

/**
 * Returns the dashboard page. Its script requests everything else with the API key that the user enters. `extended` says whether the server
 * answers price history of every interval.
 */
export function dashboardPage({ name, provenance, instruments }: ShownRecording, extended = false): string {
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
<body data-recording="${escaped(name)}" data-provenance="${escaped(provenance)}" data-currency-decimals="${escaped(currencyDecimals(instruments))}"${extended ? " data-extended" : ""}>
<noscript>The dashboard needs JavaScript.</noscript>
</body>
</html>
`;
}

/**
 * Returns the decimals of each currency in the recording, as ledgers round them. The first symbol in a currency determines the currency's
 * decimals.
 */
function currencyDecimals(instruments: ShownRecording["instruments"]): string {
  const sorted = instruments.toSorted((a, b) => (a.symbol < b.symbol ? -1 : 1));
  const currencies = new Set(sorted.map(({ currency }) => currency));
  return JSON.stringify(Object.fromEntries(Array.from(currencies, (each) => [each, decimalsOf(each, sorted)])));
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character]!);
}

/** Folders that may contain the built files, relative to the bundle that Node loads, to the compiled file and to the source. */
const FOLDERS = ["../../../web/", "../../web/", "../../../dist/web/"].map((path) => new URL(path, import.meta.url));

/** Icon with two bars, which browsers show next to the page's title. */
const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#1f5fc4"/><path d="M5 3v10M11 2v10" stroke="#fff"/><path d="M3.5 6h3v5h-3zM9.5 4h3v5h-3z" fill="#fff"/></svg>`;

const loadedFiles = new Map<string, DashboardFile>();

/** The files below the dashboard's path, by name. */
const DASHBOARD_FILES: Readonly<Record<string, () => DashboardFile>> = {
  "dashboard.js": () => builtFile("dashboard.js", "text/javascript; charset=utf-8"),
  "dashboard.css": () => builtFile("dashboard.css", "text/css; charset=utf-8"),
  "icon.svg": () => readOnce("icon.svg", "image/svg+xml", () => ICON),
};

/** Paths that need no API key, since the page requests its data with the key that the user enters. */
export const DASHBOARD_ADDRESSES = ["", ...Object.keys(DASHBOARD_FILES).map((name) => `/${name}`)].map((rest) => ({
  method: "GET" as const,
  address: DASHBOARD_PATH + rest,
}));

/** Pattern of a valid host. Anything else is left out of the content security policy. */
const HOST = /^[\w.-]+(?::\d+)?$|^\[[\da-f:]+\](?::\d+)?$/i;

/** Serves the dashboard, and redirects the root of the service to it if `redirectsRoot`. Its page connects only to its own server. */
export function addDashboard(
  app: FastifyInstance,
  recording: ShownRecording,
  { prefix }: ServicePaths,
  redirectsRoot: boolean,
  extended: boolean,
): void {
  const onRequest = (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    reply.headers(plainHeaders(request.id));
    done();
  };
  const options = { onRequest, schema: { hide: true } as object };
  const page = dashboardPage(recording, extended);
  app.get(DASHBOARD_PATH, options, (request, reply) => {
    // Throws now if the page's script was not built, instead of sending an empty page later.
    for (const file of Object.values(DASHBOARD_FILES)) file();
    return reply
      .header("content-security-policy", pagePolicy(request.headers.host))
      .type("text/html; charset=utf-8")
      .send(page);
  });
  // Redirects browsers only. For programs the root path has no content.
  if (redirectsRoot) {
    app.get("/", options, (request, reply) => {
      if (!wantsPage(request.headers.accept)) return reply.callNotFound();
      return reply.header("vary", "accept").redirect(prefix + DASHBOARD_PATH, 302);
    });
  }
  for (const [name, file] of Object.entries(DASHBOARD_FILES)) {
    app.get(`${DASHBOARD_PATH}/${name}`, options, (request, reply) => sendFile(request, reply, file()));
  }
}

/** Whether an `Accept` header names HTML, as those of browsers do. Programs often accept anything. */
function wantsPage(accept = ""): boolean {
  return accept
    .split(",")
    .some((range) => /^\s*text\/html\s*(?:;|$)/i.test(range) && !/;\s*q=0(?:\.0*)?\s*$/i.test(range));
}

/** Sends a file that browsers cache, and revalidate by its entity tag. */
function sendFile(request: FastifyRequest, reply: FastifyReply, { type, body, tag }: DashboardFile): FastifyReply {
  reply.headers({ "cache-control": "no-cache", etag: tag });
  if (request.headers["if-none-match"] === tag) return reply.code(304).send();
  return reply.type(type).send(body);
}

/**
 * Returns the content security policy of the page. It names the origins of WebSockets, since not every browser includes them in `'self'`.
 */
function pagePolicy(host: string | undefined): string {
  const sockets = host !== undefined && HOST.test(host) ? ` ws://${host} wss://${host}` : "";
  return `default-src 'self'; connect-src 'self'${sockets}; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}

/** A file of the dashboard. */
interface DashboardFile {
  readonly type: string;
  readonly body: string;
  /** Entity tag of the file, which differs between builds. */
  readonly tag: string;
}

function builtFile(name: string, type: string): DashboardFile {
  return readOnce(name, type, () => findBuilt(name));
}

/** Returns the text of a built file. Throws SERVICE_UNAVAILABLE if it was not built. */
export function findBuilt(name: string): string {
  for (const folder of FOLDERS) {
    try {
      return readFileSync(new URL(name, folder), "utf8");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
  }
  throw new ApiError("SERVICE_UNAVAILABLE", `the dashboard is not built: ${name} was not found. Run "npm run build"`, {
    file: name,
  });
}

/** Returns a function that reads a file once and keeps it. */
function readOnce(name: string, type: string, body: () => string): DashboardFile {
  let known = loadedFiles.get(name);
  if (known === undefined) {
    const text = body();
    known = { type, body: text, tag: `"${digestOf(text).slice(0, 20)}"` };
    loadedFiles.set(name, known);
  }
  return known;
}
