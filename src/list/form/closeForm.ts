import type { FormInstance } from "./createFormHandle.ts";

/** Closes a form. One that saves drafts or is long asks to confirm unsaved changes; a small one discards them. */
export function closeForm({ config, actor }: FormInstance): void {
  actor.send({ type: "form.close" });
  if (!config.savesDrafts && !config.asksBeforeDiscard) actor.send({ type: "close.confirm" });
}
