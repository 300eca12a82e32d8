import type { ActorRefFrom } from "xstate";
import { secondFactorCalls } from "../../../adapters/contract/secondFactor.ts";
import { secondFactorMachine } from "../../../machines/secondFactor.machine.ts";
import type { Toaster } from "../../pageApi/usePageApi.ts";
import type { Services } from "../boot/createServices.ts";

export type SecondFactorActor = ActorRefFrom<ReturnType<typeof secondFactorMachine>>;

/**
 * Starts the actor of one's own second factor. A refused call makes it required: all pages are closed until it is
 * enabled; `resume` then repeats what was refused. The dialog shows refusals of its own calls.
 */
export function startSecondFactor(
  { client, startActor, errors }: Pick<Services, "client" | "startActor" | "errors">,
  toast: Toaster,
  { closePages, resume }: { readonly closePages: () => void; readonly resume: () => void },
): { readonly actor: SecondFactorActor; readonly stop: () => void } {
  const showsRefusal = true;
  const machine = secondFactorMachine({
    load: (signal) => client.call(secondFactorCalls.secondFactorStatus, {}, { signal }),
    start: (password, signal) =>
      client.call(secondFactorCalls.secondFactorStart, { body: { password } }, { signal, showsRefusal }),
    confirm: async (ticket, code, signal) => {
      const body = { ticket, code };
      const options = { signal, showsRefusal };
      return (await client.call(secondFactorCalls.secondFactorConfirm, { body }, options)).recoveryCodes;
    },
    remove: (password, code, signal) => {
      const body = { password, code };
      return client.call(secondFactorCalls.secondFactorRemove, { body }, { signal, showsRefusal });
    },
    toast: (kind, text) => toast[kind](text),
  });
  const actor = startActor("secondFactor", machine);
  const unsubscribe = errors.subscribe(({ kind }) => {
    if (kind === "secondFactor") actor.send({ type: "secondFactor.required" });
  });
  let required = false;
  const subscription = actor.subscribe(({ context }) => {
    if (context.required === required) return;
    required = context.required;
    if (required) closePages();
    else resume();
  });
  const stop = () => {
    unsubscribe();
    subscription.unsubscribe();
    actor.stop();
  };
  return { actor, stop };
}
