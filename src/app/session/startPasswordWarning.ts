import type { ActorRefFrom } from "xstate";
import { passwordCalls, pwdStatusData } from "../../../adapters/contract/password.ts";
import type { Client } from "../../../adapters/http/client.ts";
import type { TabChannel } from "../../../adapters/http/tabChannel.ts";
import { passwordWarningMachine } from "../../../machines/passwordWarning.machine.ts";
import type { Toaster } from "../../pageApi/usePageApi.ts";
import type { StartActor } from "../boot/createStartActor.ts";

export type PasswordWarningActor = ActorRefFrom<ReturnType<typeof passwordWarningMachine>>;

/** Starts the actor that checks the password's status on every load with a session. */
export function startPasswordWarning(
  start: StartActor,
  ports: {
    readonly client: Client;
    readonly toast: Toaster;
    readonly tabs: TabChannel;
    /** Resolves after the first paint; the check must not delay the page's rows. */
    readonly firstPaint: Promise<void>;
  },
): PasswordWarningActor {
  const { client, toast, tabs, firstPaint } = ports;
  const machine = passwordWarningMachine({
    check: async (signal) => {
      await firstPaint;
      const { data, ...reply } = await client.fetchEnvelope(passwordCalls.checkPwdStatus, {}, { signal });
      return { ...reply, mustChange: pwdStatusData.safeParse(data).data?.mustChange ?? false };
    },
    ignore: (signal) => client.fetchEnvelope(passwordCalls.ignorePwdStatus, {}, { signal }),
    toast: (kind, text) => toast[kind](text),
    broadcast: () => tabs.emit({ type: "tab.passwordChanged" }),
  });
  return start("passwordWarning", machine);
}
