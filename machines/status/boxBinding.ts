import { boxBinding } from "../../adapters/contract/box.ts";
import { createStatusMachine } from "./createStatusMachine.ts";

/** A cloud box is bound to a company or free. It must be unbound before it can move to another company. */
export const boxBindingMachine = createStatusMachine("boxBinding", "free", boxBinding, {
  free: { bind: "bound" },
  bound: { unbind: "free" },
});
