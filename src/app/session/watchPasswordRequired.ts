import * as z from "zod/mini";
import type { CallError } from "../../../adapters/http/callError.ts";
import type { TabChannel } from "../../../adapters/http/tabChannel.ts";
import type { Emitter } from "../../pageApi/createEmitter.ts";
import type { PasswordWarningActor } from "./startPasswordWarning.ts";

const tabMessageSchema = z.object({ type: z.literal("tab.passwordChanged") });

/**
 * Sends the password warning what it must know: calls that are refused until the initial password is changed, and a
 * change in another tab. While it must be changed, no page runs; once it is changed, `resume` asks again for what was
 * refused. Returns an unsubscribe function.
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
