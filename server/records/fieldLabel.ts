import { lookUp } from "../../adapters/contract/lookUp.ts";
import { entityFieldLabels } from "./entityFieldLabels.ts";
import { fieldLabels } from "./fieldLabels.ts";

/**
 * A field's label; with an entity, as the entity's own pages call its fields, but not those of parts such as items.
 * Unknown fields get a generic label, never their raw name.
 */
export const fieldLabel = (name: string, entity = ""): string =>
  lookUp(lookUp(entityFieldLabels, entity), name) ?? lookUp(fieldLabels, name) ?? "其他信息";
