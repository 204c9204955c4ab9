import { libraryIn } from "./library.ts";
import { slowdown, takeTurns, type Turns } from "./paired.ts";
import { workOf } from "./work.ts";

/*
 * A process of the guard: `compare.ts <base> <now> <first> [names]` prints, as JSON, how often the time of `now` holds that of `base` for each thing
 * named, or all that both can do. `first` says whose code is loaded and compiled first.
 */
const ROUNDS = 15;

const [base = "", now = "", first, ...names] = process.argv.slice(2);
const folders = first === "now" ? [now, base] : [base, now];
const loaded = [];
for (const folder of folders) loaded.push(await workOf(await libraryIn(folder)));
if (first === "now") loaded.reverse();
const [before, after] = loaded;

const ratios: Record<string, number> = {};
for (const [name, run] of Object.entries(after!.work)) {
  const beforeRun = before!.work[name];
  if (beforeRun === undefined || (names.length > 0 && !names.includes(name))) continue;
  const turns: Turns = { base: [], now: [] };
  await takeTurns(beforeRun, run, ROUNDS, turns);
  ratios[name] = slowdown(turns);
}
for (const { close } of loaded) await close();
process.stdout.write(JSON.stringify(ratios));
