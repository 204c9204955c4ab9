import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { checkedOut, HERE, usualBase } from "./guard/base.ts";

/*
 * Has anything become slower? The working tree and another commit do the same work in one process, taking turns: `npm run bench:guard -- BASE`. Fails
 * when something takes more than a tenth longer in each of four processes: how the engine happens to compile a loop differs by as much between two of them.
 */
const LIMIT = 1.1;
const PROCESSES = 4;

const base = checkedOut(process.argv[2] ?? usualBase());
try {
  console.log(`the time of ${base.commit.slice(0, 10)} taken as 1.00`);
  const ratios = new Map<string, number>();
  let asked: string[] = [];
  for (let process = 0; process < PROCESSES; process++) {
    for (const [name, ratio] of Object.entries(compared(process % 2 === 0 ? "base" : "now", asked)))
      ratios.set(name, Math.min(ratio, ratios.get(name) ?? Infinity));
    asked = [...ratios].flatMap(([name, ratio]) => (ratio > LIMIT ? name : []));
    if (asked.length === 0) break;
  }
  for (const [name, ratio] of ratios)
    console.log(`${ratio.toFixed(2).padStart(5)}  ${name}${ratio > LIMIT ? "  SLOWER" : ""}`);
  if (asked.length > 0) {
    console.error(`more than a tenth slower: ${asked.join("; ")}`);
    process.exitCode = 1;
  }
} finally {
  base.done();
}

function compared(first: "base" | "now", names: readonly string[]): Readonly<Record<string, number>> {
  const file = fileURLToPath(new URL("guard/compare.ts", import.meta.url));
  const out = execFileSync(process.execPath, [...process.execArgv, file, base.folder, HERE, first, ...names], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  return JSON.parse(out) as Readonly<Record<string, number>>;
}
