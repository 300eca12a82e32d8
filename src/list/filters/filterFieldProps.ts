import type { Filter } from "../listDefinition.ts";
import type { Conditions } from "../query/conditions.ts";

/** Props of a condition's control. */
export interface FilterFieldProps<F extends Filter = Filter> {
  readonly id: string;
  readonly filter: F;
  readonly conditions: Conditions;
  readonly onChange: (changes: Conditions) => void;
}
