import { PACKAGE_HOMES, ROOMS } from "../house/rooms.ts";

const rooms = Object.entries(ROOMS);

/** Returns a Mermaid graph of the import rules of `src`. An arrow is left out if a path of other arrows implies it. */
export function roomPicture(): string {
  const pure = rooms.filter(([, room]) => room.pure === true).map(([name]) => name);
  const arrows = rooms.flatMap(([name]) => nextBelow(name).map((below) => `  ${name} --> ${below}`));
  const types = rooms.flatMap(([name, { typesOf = [] }]) => typesOf.map((below) => `  ${name} -. types .-> ${below}`));
  const pureNodes = pure.map((name) => `    ${name}`);
  const graph = [
    "graph TD",
    '  subgraph pure["pure: the same on every machine and in browsers"]',
    ...pureNodes,
    "  end",
  ];
  return ["```mermaid", ...graph, ...arrows, ...types, "```"].join("\n");
}

/** Returns a Markdown table of the rooms (folders of `src`) and what each may import. */
export function roomTable(): string {
  const rows = rooms.map(([name, { imports, typesOf = [], node, browser, wallClock }]) => {
    const may = [...imports, ...typesOf.map((below) => `${below} (types)`)].join(", ");
    const host = [node === true ? "Node" : "", browser === true ? "DOM" : "", wallClock === true ? "clock" : ""];
    const packages = Object.entries(PACKAGE_HOMES).flatMap(([each, homes]) => (homes.includes(name) ? [each] : []));
    const ofHost = host.filter((word) => word !== "").join(", ");
    return `| room ${name} | may import ${may || "no other room"} | may use ${ofHost || "no host feature"} | may import ${packages.join(", ") || "no package"} |`;
  });
  const head = ["| room | rooms | host features | packages |", "| --- | --- | --- | --- |"];
  return [...head, ...rows].join("\n");
}

/** Rooms that a room may import and that it does not also reach through another room it may import. */
function nextBelow(name: string): string[] {
  const { imports } = ROOMS[name]!;
  return imports.filter((below) => !imports.some((between) => between !== below && reaches(between, below)));
}

function reaches(from: string, to: string): boolean {
  return ROOMS[from]!.imports.some((below) => below === to || reaches(below, to));
}
