import { libraryIn } from "./library.ts";
import { slowdown, takeTurns, type TurnTimes } from "./paired.ts";
import { casesOf } from "./work.ts";

/*
 * Process of the guard: `compare.ts <base> <now> <first> [names]` prints the time of `now` divided by the time of `base` as JSON, for the
 * named cases or all that both have. `first` names the version that is loaded and compiled first.
 */
const ROUNDS = 15;

const [base = "", now = "", first, ...names] = process.argv.slice(2);
const folders = first === "now" ? [now, base] : [base, now];
const loaded = [];
for (const folder of folders) loaded.push(await casesOf(await libraryIn(folder)));
if (first === "now") loaded.reverse();
const [before, after] = loaded;

const ratios: Record<string, number> = {};
for (const [name, run] of Object.entries(after!.cases)) {
  const beforeRun = before!.cases[name];
  if (beforeRun === undefined || (names.length > 0 && !names.includes(name))) continue;
  const turns: TurnTimes = { base: [], now: [] };
  await takeTurns(beforeRun, run, ROUNDS, turns);
  ratios[name] = slowdown(turns);
}
for (const { close } of loaded) await close();
process.stdout.write(JSON.stringify(ratios));
