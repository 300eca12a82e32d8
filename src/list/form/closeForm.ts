import type { FormInstance } from "./createFormHandle.ts";

/** Leaves a form. One that keeps drafts asks about what was typed; a small one loses a choice at most. */
export function closeForm({ config, actor }: FormInstance): void {
  actor.send({ type: "form.close" });
  if (!config.savesDrafts) actor.send({ type: "close.confirm" });
}
