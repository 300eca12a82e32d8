import type { FormInstance } from "./createFormHandle.ts";

/** Closes a form. One that saves drafts asks to confirm unsaved changes; a small one discards them. */
export function closeForm({ config, actor }: FormInstance): void {
  actor.send({ type: "form.close" });
  if (!config.savesDrafts) actor.send({ type: "close.confirm" });
}
