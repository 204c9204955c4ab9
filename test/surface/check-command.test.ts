import { expect, test } from "vitest";
import { commandFault } from "./check-command.ts";
import { headingAnchors, linksOf } from "./markdown-links.ts";
import { hindcastArguments, shellCommands } from "./shell-lines.ts";

test("shellCommands splits a shell block into commands of words, and handles continued lines, &&, quotes and comments", () => {
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

test("hindcastArguments returns the words after hindcast or npx hindcast in a command", () => {
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
  ["hindcast walk", "hindcast walk: unknown command"],
  ["hindcast walk --data x", "hindcast walk --data x: unknown command"],
  ["hindcast run a --dta x", "hindcast run a --dta x: unknown option --dta"],
  ["hindcast keys create --data x", "hindcast keys create --data x: unknown option --data"],
  ["npm run demos", "npm run demos: unknown script"],
  ["npm publish now", "npm publish now is not a command that pages may run"],
  ["node bench/shodown.ts", "bench/shodown.ts is not a file of this project"],
  ["rm -rf /", "rm is not a program that pages may run"],
])("commandFault reports an unknown command, option, script or file, or no fault, for: %s", async (command, fault) => {
  expect(await commandFault(command.split(" "))).toBe(fault);
});

test("linksOf returns the links of a page outside code, and headingAnchors the anchors that GitHub gives its headings", () => {
  const page =
    '# How it\'s read: `a` and b\n[one](docs/a.md#b-c) [out](https://x.y) `[no](no.md)`\n\n```md\n[no](no.md)\n# no\n```\n<img src="a.png">\n';
  expect(linksOf(page)).toEqual(["docs/a.md#b-c", "a.png"]);
  expect(headingAnchors(page)).toEqual(["how-its-read-a-and-b"]);
});
