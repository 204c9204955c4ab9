import { expect, test } from "vitest";
import { commandFault } from "./check-command.ts";
import { headingAnchors, linksOf } from "./markdown-links.ts";
import { hindcastArguments, shellCommands } from "./shell-lines.ts";

test("a block of shell is read into commands: lines joined, chains split, quotes and comments understood", () => {
  const block =
    "npm ci && npm test   # all\n# nothing\nKEY=1 curl -H 'a b' \\\n  http://x | cat\nnpx hindcast run \"my file.ts\"\n";
  expect(shellCommands(block)).toEqual([
    ["npm", "ci"],
    ["npm", "test"],
    ["curl", "-H", "a b", "http://x"],
    ["cat"],
    ["npx", "hindcast", "run", "my file.ts"],
  ]);
});

test("what the command line is called with is found behind both of its spellings", () => {
  expect(hindcastArguments(["npx", "hindcast", "list", "metrics"])).toEqual(["list", "metrics"]);
  expect(hindcastArguments(["hindcast", "--version"])).toEqual(["--version"]);
  expect(hindcastArguments(["npx", "vitest"])).toBeUndefined();
});

test.each([
  ["hindcast run sma-cross --data prices.csv --out=out", undefined],
  ["hindcast keys create --tier pro", undefined],
  ["hindcast help run", undefined],
  ["npm run demo", undefined],
  ["npm test", undefined],
  ["node --import tsx bench/showdown.ts sparse", undefined],
  ["curl http://127.0.0.1:8787/v2", undefined],
  ["hindcast walk", "hindcast walk: there is no such command"],
  ["hindcast walk --data x", "hindcast walk --data x: there is no such command"],
  ["hindcast run a --dta x", "hindcast run a --dta x: --dta is no option of it"],
  ["hindcast keys create --data x", "hindcast keys create --data x: --data is no option of it"],
  ["npm run demos", "npm run demos: there is no such script"],
  ["npm publish now", "npm publish now is unknown here"],
  ["node bench/shodown.ts", "bench/shodown.ts is no file of this project"],
  ["rm -rf /", "rm is no program that a page may name"],
])("%s", async (command, fault) => {
  expect(await commandFault(command.split(" "))).toBe(fault);
});

test("links are read from prose alone, headings as GitHub names them", () => {
  const page =
    '# How it\'s read: `a` and b\n[one](docs/a.md#b-c) [out](https://x.y) `[no](no.md)`\n\n```md\n[no](no.md)\n# no\n```\n<img src="a.png">\n';
  expect(linksOf(page)).toEqual(["docs/a.md#b-c", "a.png"]);
  expect(headingAnchors(page)).toEqual(["how-its-read-a-and-b"]);
});
