import type { ActorRefFrom } from "xstate";
import { passwordCalls } from "../../../adapters/contract/password.ts";
import type { Client } from "../../../adapters/http/client.ts";
import { passwordChangeMachine } from "../../../machines/passwordChange.machine.ts";
import { passwordWarningMachine } from "../../../machines/passwordWarning.machine.ts";
import type { Messages } from "../../console/useConsole.ts";
import type { StartActor } from "../entry/startActor.ts";

export type PasswordWarningActor = ActorRefFrom<ReturnType<typeof passwordWarningMachine>>;
export type PasswordChangeActor = ActorRefFrom<ReturnType<typeof passwordChangeMachine>>;

type Say = (kind: "success" | "error", text: string) => void;

const sayWith =
  (say: Messages): Say =>
  (kind, text) =>
    say[kind](text);

/**
 * Checks the password's status, as on every load with a session.
 * @param drawn the first picture, whose rows are not to wait for this
 */
export function startPasswordWarning(
  start: StartActor,
  client: Client,
  say: Messages,
  drawn: Promise<void>,
): PasswordWarningActor {
  const machine = passwordWarningMachine({
    check: async (signal) => {
      await drawn;
      return await client.ask(passwordCalls.checkPwdStatus, {}, { signal });
    },
    ignore: (signal) => client.ask(passwordCalls.ignorePwdStatus, {}, { signal }),
    say: sayWith(say),
  });
  return start("passwordWarning", machine);
}

/** One opening of the change dialog. */
export function startPasswordChange(start: StartActor, client: Client, say: Messages): PasswordChangeActor {
  const machine = passwordChangeMachine({
    change: (change, signal) => client.ask(passwordCalls.modifyPwd, { body: change }, { signal }),
    say: sayWith(say),
  });
  return start("passwordChange", machine);
}
