import type { HostedForm } from "./formHandle.ts";

/** Leaves a form. One that keeps drafts asks about what was typed; a small one loses a choice at most. */
export function leaveForm({ plan, actor }: HostedForm): void {
  actor.send({ type: "form.close" });
  if (!plan.drafts) actor.send({ type: "close.confirm" });
}
