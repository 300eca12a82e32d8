import { lookUp } from "../../adapters/contract/lookUp.ts";
import { entityFieldLabels } from "./entityFieldLabels.ts";
import { fieldLabels } from "./fieldLabels.ts";

/** Of a field that nobody has named. */
export const unknownLabel = "其他信息";

/**
 * A field's label; with an entity, as the entity's own pages call its fields, but not those of parts such as items.
 * Unknown fields get a generic label, never their raw name.
 */
export const fieldLabel = (name: string, entity = ""): string =>
  lookUp(lookUp(entityFieldLabels, entity), name) ?? lookUp(fieldLabels, name) ?? unknownLabel;

/**
 * A condition's or a sort field's label: all lists call it the same, unless only the entity knows it. Undefined if it is
 * not known at all.
 */
export const conditionLabel = (name: string, entity: string): string | undefined =>
  lookUp(fieldLabels, name) ?? lookUp(lookUp(entityFieldLabels, entity), name);
