import { createStatusMachine } from "./createStatusMachine.ts";

/** A cloud box belongs to a company or to none; from one company to another it goes by way of none. */
export const boxBindingMachine = createStatusMachine("boxBinding", "free", {
  free: { label: "未绑定", on: { bind: "bound" } },
  bound: { label: "已绑定", on: { unbind: "free" } },
});
