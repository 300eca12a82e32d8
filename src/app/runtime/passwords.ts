import type { ActorRefFrom } from "xstate";
import { passwordCalls, pwdStatusData } from "../../../adapters/contract/password.ts";
import type { Client } from "../../../adapters/http/client.ts";
import type { Tabs } from "../../../adapters/http/tabs.ts";
import { passwordWarningMachine } from "../../../machines/passwordWarning.machine.ts";
import type { Messages } from "../../console/useConsole.ts";
import type { StartActor } from "../entry/startActor.ts";

export type PasswordWarningActor = ActorRefFrom<ReturnType<typeof passwordWarningMachine>>;

/** Checks the password's status, as on every load with a session. */
export function startPasswordWarning(
  start: StartActor,
  ports: {
    readonly client: Client;
    readonly say: Messages;
    readonly tabs: Tabs;
    /** The first picture, whose rows are not to wait for the check. */
    readonly drawn: Promise<void>;
  },
): PasswordWarningActor {
  const { client, say, tabs, drawn } = ports;
  const machine = passwordWarningMachine({
    check: async (signal) => {
      await drawn;
      const { data, ...answer } = await client.ask(passwordCalls.checkPwdStatus, {}, { signal });
      return { ...answer, mustChange: pwdStatusData.safeParse(data).data?.mustChange ?? false };
    },
    ignore: (signal) => client.ask(passwordCalls.ignorePwdStatus, {}, { signal }),
    say: (kind, text) => say[kind](text),
    announce: () => tabs.tell({ type: "tab.passwordChanged" }),
  });
  return start("passwordWarning", machine);
}
