import { createStatusMachine } from "./createStatusMachine.ts";

/** A cloud box is bound to a company or free. It must be unbound before it can move to another company. */
export const boxBindingMachine = createStatusMachine("boxBinding", "free", {
  free: { label: "未绑定", on: { bind: "bound" } },
  bound: { label: "已绑定", on: { unbind: "free" } },
});
