import { HindcastError } from "./errors.ts";

/** Packages that users install themselves, for a purpose. Throws PACKAGE_MISSING, which says how, where they cannot be loaded. */
export async function loadPackage<Module>(
  names: readonly string[],
  purpose: string,
  load: () => Promise<Module>,
): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    const install = `npm install ${names.join(" ")}`;
    const what = `the ${names.length === 1 ? "package" : "packages"} ${names.join(" and ")}`;
    const message = `${what} must be installed to ${purpose}, could not be loaded; ${install}`;
    throw new HindcastError("PACKAGE_MISSING", message, { package: names[0], install, cause });
  }
}
