/** How long orders live. One line a rule. */
export { day } from "./day.ts";
export { gtc } from "./gtc.ts";
export { gtd } from "./gtd.ts";
export { ioc } from "./ioc.ts";
export { fok } from "./fok.ts";
export { opg } from "./opg.ts";
export { cls } from "./cls.ts";
