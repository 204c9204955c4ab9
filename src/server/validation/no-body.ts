import { closedObject } from "../../schemas/closed-object.ts";
import { partValidator } from "./part-validator.ts";

const check = partValidator("body", closedObject({}));

/** Throws INVALID_PARAMETERS for members that are sent to a route without a body: they would have no effect. An empty object is as good as none. */
export function refuseBody(body: unknown): void {
  if (body === undefined || body === null) return;
  const checked = check(body);
  if ("error" in checked) throw checked.error;
}
