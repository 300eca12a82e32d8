import * as z from "zod/mini";
import type { CallError } from "../../../adapters/http/callError.ts";
import type { Tabs } from "../../../adapters/http/tabs.ts";
import type { Hub } from "../entry/hub.ts";
import type { PasswordWarningActor } from "./passwords.ts";

const tabMessage = z.object({ type: z.literal("tab.passwordChanged") });

/**
 * Sends the password warning what it must know: calls that are refused until the initial password is changed, and a
 * change in another tab. While it must be changed, no page runs; once it is changed, `goOn` asks again for what was
 * refused. Returns an unsubscribe function.
 */
export function requirePassword(
  { faults, tabs }: { readonly faults: Hub<CallError>; readonly tabs: Tabs },
  warning: PasswordWarningActor,
  { closePages, goOn }: { readonly closePages: () => void; readonly goOn: () => void },
): () => void {
  const unlisten = faults.listen(({ kind }) => {
    if (kind === "initialPassword") warning.send({ type: "password.required" });
  });
  const leaveTabs = tabs.listen((told) => {
    const message = tabMessage.safeParse(told);
    if (message.success) warning.send(message.data);
  });
  let required = false;
  const subscription = warning.subscribe(({ context }) => {
    if (context.mustChange === required) return;
    required = context.mustChange;
    if (required) closePages();
    else goOn();
  });
  return () => {
    unlisten();
    leaveTabs();
    subscription.unsubscribe();
  };
}
