import { consoleAside } from "../output/console-aside.ts";

// What a strategy prints in one of many trials is no part of a table: in threads it goes to standard error, whatever the table is printed as.
consoleAside();

export { importModule } from "./import-module.ts";
