import { readFileSync } from "node:fs";
import { digestOf } from "../../primitives/sha256.ts";
import { ApiError } from "../errors/api-error.ts";

/** A file of the dashboard as it is sent. */
export interface DashboardFile {
  readonly type: string;
  readonly body: string;
  /** Tells one build from another. */
  readonly tag: string;
}

/** Where the built code lies, seen from what Node loads, from the compiled file and from the source. */
const FOLDERS = ["../../../web/", "../../web/", "../../../dist/web/"].map((path) => new URL(path, import.meta.url));

/** Two bars: what a browser shows beside the title. */
const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#1f5fc4"/><path d="M5 3v10M11 2v10" stroke="#fff"/><path d="M3.5 6h3v5h-3zM9.5 4h3v5h-3z" fill="#fff"/></svg>`;

const read = new Map<string, DashboardFile>();

/** The files below the dashboard's path, by name. */
export const DASHBOARD_FILES: Readonly<Record<string, () => DashboardFile>> = {
  "dashboard.js": () => built("dashboard.js", "text/javascript; charset=utf-8"),
  "dashboard.css": () => built("dashboard.css", "text/css; charset=utf-8"),
  "icon.svg": () => file("icon.svg", "image/svg+xml", () => ICON),
};

function built(name: string, type: string): DashboardFile {
  return file(name, type, () => findBuilt(name));
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
function file(name: string, type: string, body: () => string): DashboardFile {
  let known = read.get(name);
  if (known === undefined) {
    const text = body();
    known = { type, body: text, tag: `"${digestOf(text).slice(0, 20)}"` };
    read.set(name, known);
  }
  return known;
}
