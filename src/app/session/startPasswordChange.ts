import type { ActorRefFrom } from "xstate";
import { passwordCalls } from "../../../adapters/contract/password.ts";
import type { Client } from "../../../adapters/http/client.ts";
import { passwordChangeMachine } from "../../../machines/passwordChange.machine.ts";
import type { Toaster } from "../../pageApi/usePageApi.ts";
import type { StartActor } from "../boot/createStartActor.ts";

export type PasswordChangeActor = ActorRefFrom<ReturnType<typeof passwordChangeMachine>>;

/** Starts the actor for one opening of the dialog; in the dialog's chunk, as it is rarely opened. */
export function startPasswordChange(start: StartActor, client: Client, toast: Toaster): PasswordChangeActor {
  const machine = passwordChangeMachine({
    change: (change, signal) => client.fetchEnvelope(passwordCalls.modifyPwd, { body: change }, { signal }),
    toast: (kind, text) => toast[kind](text),
  });
  return start("passwordChange", machine);
}
