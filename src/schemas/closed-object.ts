import { Type, type TObject, type TProperties, type TSchemaOptions } from "typebox";

/**
 * An object that has these members and no others: what a request must be, so that a misspelt member is refused and never overlooked.
 */
export function closedObject<Properties extends TProperties>(
  properties: Properties,
  options: TSchemaOptions = {},
): TObject<Properties> {
  return Type.Object(properties, { ...options, additionalProperties: false });
}
