import type { ActorRefFrom } from "xstate";
import { passwordCalls } from "../../../adapters/contract/password.ts";
import type { Client } from "../../../adapters/http/client.ts";
import { passwordChangeMachine } from "../../../machines/passwordChange.machine.ts";
import type { Messages } from "../../console/useConsole.ts";
import type { StartActor } from "../entry/startActor.ts";

export type PasswordChangeActor = ActorRefFrom<ReturnType<typeof passwordChangeMachine>>;

/** One opening of the change dialog; it is loaded with the dialog, which hardly anybody opens. */
export function startPasswordChange(start: StartActor, client: Client, say: Messages): PasswordChangeActor {
  const machine = passwordChangeMachine({
    change: (change, signal) => client.ask(passwordCalls.modifyPwd, { body: change }, { signal }),
    say: (kind, text) => say[kind](text),
  });
  return start("passwordChange", machine);
}
