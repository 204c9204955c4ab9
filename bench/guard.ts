import { checkedOut, HERE, usualBase } from "./guard/base.ts";
import { libraryIn } from "./guard/library.ts";
import { slowdown, takeTurns, type Turns } from "./guard/paired.ts";
import { workOf } from "./guard/work.ts";

/*
 * Has anything become slower? The working tree and another commit do the same work in one process, taking turns: `npm run bench:guard -- BASE`. Fails
 * when something takes more than a tenth longer, asked up to four times.
 */
const LIMIT = 1.1;
const ASKED = 4;
const ROUNDS = 15;

const base = checkedOut(process.argv[2] ?? usualBase());
try {
  console.log(`the time of ${base.commit.slice(0, 10)} taken as 1.00`);
  const before = await workOf(await libraryIn(base.folder));
  const now = await workOf(await libraryIn(HERE));
  const slower: string[] = [];
  for (const [name, run] of Object.entries(now.work)) {
    const beforeRun = before.work[name];
    if (beforeRun === undefined) continue;
    const turns: Turns = { base: [], now: [] };
    let ratio = Infinity;
    for (let asked = 0; asked < ASKED && ratio > LIMIT; asked++) {
      await takeTurns(beforeRun, run, ROUNDS, turns);
      ratio = slowdown(turns);
    }
    if (ratio > LIMIT) slower.push(name);
    console.log(`${ratio.toFixed(2).padStart(5)}  ${name}${ratio > LIMIT ? "  SLOWER" : ""}`);
  }
  await before.close();
  await now.close();
  if (slower.length > 0) {
    console.error(`more than a tenth slower: ${slower.join(", ")}`);
    process.exitCode = 1;
  }
} finally {
  base.done();
}
