import type { FileKind } from "./file-kind.ts";

/** Number of lines of a file that the page shows. */
const SHOWN = 2;

/** Returns the page of docs that lists the kinds of files, and what happens to each. */
export function fileKindsPage(groups: readonly (readonly [heading: string, kinds: readonly FileKind[]])[]): string {
  const sections = groups.map(([heading, kinds]) =>
    [
      `## ${heading}`,
      "",
      "| kind of file | begins with | what happens |",
      "| --- | --- | --- |",
      ...kinds.map((kind) => `| ${cell(kind.kind)} | ${layoutOf(kind)} | ${outcomeOf(kind)} |`),
      "",
    ].join("\n"),
  );
  return [INTRODUCTION, ...sections].join("\n");
}

const INTRODUCTION = `# Kinds of files

This page lists kinds of files that people have, and what every command that reads bars does with them. [Read files of bars](../how-to/read-files.md) explains the options. The tests read a small invented file of each kind, compare every bar, and generate this page.

Hindcast reads what a file shows, and states in one line how it read the file. If a file can be read in two ways, Hindcast refuses it and names the option that decides.
`;

function layoutOf({ content, layout }: FileKind): string {
  if (layout !== undefined) return cell(layout);
  const text = typeof content === "string" ? content : "";
  const shown = text.split("\n").slice(0, SHOWN);
  return shown
    .filter((line) => line !== "")
    .map((line) => `\`\`${code(line.length > 90 ? `${line.slice(0, 87)}…` : line)}\`\``)
    .join("<br>");
}

function outcomeOf({ refusal, flags, bars, imports }: FileKind): string {
  const options = flags === undefined ? "" : ` with \`${code(flags)}\``;
  if (imports !== undefined) return `read by \`hindcast import ${imports.importer}\`${options}`;
  if (refusal === undefined) return `read${options}`;
  return bars === undefined ? `refused: “${cell(refusal)}”` : `refused, read${options}`;
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("<", "&lt;");
}

function code(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\t", "⇥");
}
