import { readFileSync } from "node:fs";

/** The browser code of a page. */
export interface PageBundle {
  readonly script: string;
  readonly style: string;
}

/** The pages that carry their code in themselves: of a run, and of many runs. */
export type PageName = "report" | "research";

/** Where the built code lies, seen from what Node loads, from the compiled file and from the source. */
const FOLDERS = ["../../web/", "../web/", "../../dist/web/"].map((path) => new URL(path, import.meta.url));

const read = new Map<PageName, PageBundle>();

/** Reads a page's built code, once. Throws where it was not built. */
export function pageBundle(name: PageName): PageBundle {
  const known = read.get(name);
  if (known !== undefined) return known;
  const bundle = { script: readBuilt(`${name}.js`), style: readBuilt(`${name}.css`) };
  read.set(name, bundle);
  return bundle;
}

function readBuilt(name: string): string {
  for (const folder of FOLDERS) {
    try {
      return readFileSync(new URL(name, folder), "utf8");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
  }
  const where = 'run "npm run build" in a checkout, or leave hindcast outside of what a bundler puts together';
  throw new Error(`the code of report pages must lie beside the library, ${name} was not found: ${where}`);
}
