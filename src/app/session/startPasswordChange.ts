import type { ActorRefFrom } from "xstate";
import { passwordCalls } from "../../../adapters/contract/password.ts";
import type { Client } from "../../../adapters/http/client.ts";
import { passwordChangeMachine } from "../../../machines/passwordChange.machine.ts";
import type { Toaster } from "../../pageApi/usePageApi.ts";
import type { StartActor } from "../boot/createStartActor.ts";

export type PasswordChangeActor = ActorRefFrom<ReturnType<typeof passwordChangeMachine>>;

/** One opening of the change dialog; it is loaded with the dialog, which hardly anybody opens. */
export function startPasswordChange(start: StartActor, client: Client, toast: Toaster): PasswordChangeActor {
  const machine = passwordChangeMachine({
    change: (change, signal) => client.fetchEnvelope(passwordCalls.modifyPwd, { body: change }, { signal }),
    toast: (kind, text) => toast[kind](text),
  });
  return start("passwordChange", machine);
}
