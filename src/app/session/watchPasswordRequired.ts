import * as z from "zod/mini";
import type { CallError } from "../../../adapters/http/callError.ts";
import type { TabChannel } from "../../../adapters/http/tabChannel.ts";
import type { Emitter } from "../../pageApi/createEmitter.ts";
import type { PasswordWarningActor } from "./startPasswordWarning.ts";

const tabMessageSchema = z.object({ type: z.literal("tab.passwordChanged") });

/**
 * Notifies the password warning of calls refused because of an initial password and about a change in another tab.
 * Closes all pages while the password must be changed; `resume` then repeats what was refused. Returns an unsubscribe
 * function.
 */
export function watchPasswordRequired(
  { errors, tabs }: { readonly errors: Emitter<[CallError]>; readonly tabs: TabChannel },
  warning: PasswordWarningActor,
  { closePages, resume }: { readonly closePages: () => void; readonly resume: () => void },
): () => void {
  const unsubscribeErrors = errors.subscribe(({ kind }) => {
    if (kind === "initialPassword") warning.send({ type: "password.required" });
  });
  const unsubscribeTabs = tabs.subscribe((data) => {
    const message = tabMessageSchema.safeParse(data);
    if (message.success) warning.send(message.data);
  });
  let required = false;
  const subscription = warning.subscribe(({ context }) => {
    if (context.mustChange === required) return;
    required = context.mustChange;
    if (required) closePages();
    else resume();
  });
  return () => {
    unsubscribeErrors();
    unsubscribeTabs();
    subscription.unsubscribe();
  };
}
