import { readJson } from "../house/source-files.ts";

/** A package as the lockfile has it. */
interface Locked {
  readonly version: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly peer?: boolean;
  readonly os?: readonly string[];
}

/** A package that comes along when this one is installed. */
export interface Installed {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  /** One of several builds of the same thing, of which a machine gets its own. */
  readonly forOnePlatform: boolean;
}

/** What an installation brings along, from the lockfile: packages that are only needed to work on this one are left out, and so are optional peers. */
export function installedPackages(): Installed[] {
  const { packages } = readJson("package-lock.json") as { packages: Readonly<Record<string, Locked>> };
  return Object.entries(packages)
    .filter(
      ([path, { dev, devOptional, peer }]) => path !== "" && dev !== true && devOptional !== true && peer !== true,
    )
    .map(([path, { version, license = "none", os }]) => ({
      name: path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length),
      version,
      licence: license,
      forOnePlatform: os !== undefined,
    }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Those of package.json, then everything that they bring along, by licence. */
export function licenceTables(): string {
  const { dependencies } = readJson("package.json") as { dependencies: Readonly<Record<string, string>> };
  const all = installedPackages();
  const direct = all.filter(({ name }) => Object.hasOwn(dependencies, name));
  const brought = all.filter(({ name, forOnePlatform }) => !Object.hasOwn(dependencies, name) && !forOnePlatform);
  const platform = all
    .filter(({ name, forOnePlatform }) => forOnePlatform && !Object.hasOwn(dependencies, name))
    .map((one) => ({ ...one, name: one.name.replace(/(?<=\/nice)-.*|(?<=^@(esbuild|libsql)\/).*/, "…") }));
  const rows = direct.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`);
  return [
    `${direct.length} packages are named in \`package.json\`:`,
    ["| package | version | licence |", "| --- | --- | --- |", ...rows].join("\n"),
    `They bring ${brought.length} more along:`,
    byLicence(brought),
    `And builds for one platform each, of which a machine gets its own:`,
    byLicence(platform),
  ].join("\n\n");
}

function byLicence(packages: readonly Installed[]): string {
  const licences = [...new Set(packages.map(({ licence }) => licence))].toSorted();
  const rows = licences.map((licence) => {
    const names = packages.filter((one) => one.licence === licence).map(({ name }) => name);
    return `| ${licence} | ${names.length} | ${[...new Set(names)].join(", ")} |`;
  });
  return ["| licence | | packages |", "| --- | --- | --- |", ...rows].join("\n");
}
