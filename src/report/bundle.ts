import { readFileSync } from "node:fs";

/** The browser code of the page. */
export interface ReportBundle {
  readonly script: string;
  readonly style: string;
}

/** Where the built code lies, seen from the compiled file and from the source. */
const FOLDERS = [new URL("../web/", import.meta.url), new URL("../../dist/web/", import.meta.url)];

let read: ReportBundle | undefined;

/** Reads the page's built code, once. Throws where it was not built. */
export function reportBundle(): ReportBundle {
  return (read ??= { script: readBuilt("report.js"), style: readBuilt("report.css") });
}

function readBuilt(name: string): string {
  for (const folder of FOLDERS) {
    try {
      return readFileSync(new URL(name, folder), "utf8");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
  }
  throw new Error(`the report page must be built before it is written, ${name} was not found: run "npm run build"`);
}
