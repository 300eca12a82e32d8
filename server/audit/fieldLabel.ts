import { lookUp } from "../../adapters/contract/lookUp.ts";
import { fieldLabels, labelOf } from "../records/fieldLabels.ts";
import { entityFieldLabels } from "./entityFieldLabels.ts";

type Labels = Readonly<Record<string, string>>;

/**
 * A field's label. With an entity, its own pages' label wins; leave the entity out for fields of its parts, such as items.
 * Unknown fields get a generic label, never their raw name.
 */
export const fieldLabel = (name: string, entity = ""): string =>
  labelOf(name, lookUp<Labels>(entityFieldLabels, entity));

/** A filter's or sort field's label: the one of all lists wins over the entity's. Undefined if there is none. */
export const conditionLabel = (name: string, entity: string): string | undefined =>
  lookUp(fieldLabels, name) ?? lookUp(lookUp<Labels>(entityFieldLabels, entity), name);
