import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { checkOut, HERE, defaultBase } from "./guard/base.ts";

/*
 * Finds slowdowns: `npm run bench:guard -- BASE` compares the working tree with another commit, in turns within one process. It fails if
 * something takes over a tenth longer in each of four processes. One process does not suffice: loops may compile differently from one
 * process to the next.
 */
const LIMIT = 1.1;
const PROCESSES = 4;

const base = checkOut(process.argv[2] ?? defaultBase());
try {
  console.log(`times relative to ${base.commit.slice(0, 10)}`);
  const ratios = new Map<string, number>();
  let slower: string[] = [];
  for (let process = 0; process < PROCESSES; process++) {
    for (const [name, ratio] of Object.entries(compare(process % 2 === 0 ? "base" : "now", slower)))
      ratios.set(name, Math.min(ratio, ratios.get(name) ?? Infinity));
    slower = [...ratios].flatMap(([name, ratio]) => (ratio > LIMIT ? name : []));
    if (slower.length === 0) break;
  }
  for (const [name, ratio] of ratios)
    console.log(`${ratio.toFixed(2).padStart(5)}  ${name}${ratio > LIMIT ? "  SLOWER" : ""}`);
  if (slower.length > 0) {
    console.error(`more than a tenth slower: ${slower.join("; ")}`);
    process.exitCode = 1;
  }
} finally {
  base.remove();
}

function compare(first: "base" | "now", names: readonly string[]): Readonly<Record<string, number>> {
  const file = fileURLToPath(new URL("guard/compare.ts", import.meta.url));
  const out = execFileSync(process.execPath, [...process.execArgv, file, base.folder, HERE, first, ...names], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  return JSON.parse(out) as Readonly<Record<string, number>>;
}
