import { assign, fromPromise, setup } from "xstate";
import type { PasswordReply } from "./passwordWarning.machine.ts";

/** Each password as MD5 hex. */
export interface PasswordChange {
  readonly oldPassword: string;
  readonly newPassword: string;
  readonly confirmPassword: string;
}

/** Port of the password change. Failed calls are toasted by the console, not here. */
export interface PasswordChangePort {
  readonly change: (change: PasswordChange, signal: AbortSignal) => Promise<PasswordReply>;
  readonly toast: (kind: "success", text: string) => void;
}

export type PasswordChangeEvent = { type: "form.submit"; change: PasswordChange };

/** One opening of the change-password dialog. Only the server validates; `done` is final. */
export const passwordChangeMachine = (port: PasswordChangePort) =>
  setup({
    types: {} as {
      /** The server's message for the last refused attempt, which the dialog shows. */
      context: { readonly message: string };
      events: PasswordChangeEvent;
      tags: "form" | "busy" | "done";
    },
    actors: {
      change: fromPromise<PasswordReply, PasswordChange>(({ input, signal }) => port.change(input, signal)),
    },
    actions: {
      setMessage: assign((_, { message }: PasswordReply) => ({ message })),
      clearMessage: assign({ message: "" }),
      toastChanged: () => port.toast("success", "密码修改成功，下次登录生效"),
    },
    guards: { accepted: (_, { state }: PasswordReply) => state === 0 },
  }).createMachine({
    id: "passwordChange",
    context: { message: "" },
    initial: "editing",
    states: {
      editing: { tags: "form", on: { "form.submit": "submitting" } },
      submitting: {
        tags: ["form", "busy"],
        entry: "clearMessage",
        invoke: {
          id: "change",
          src: "change",
          input: ({ event }) => event.change,
          onDone: [
            {
              guard: { type: "accepted", params: ({ event }) => event.output },
              target: "done",
              actions: "toastChanged",
            },
            {
              target: "refused",
              actions: { type: "setMessage", params: ({ event }) => event.output },
            },
          ],
          onError: "refused",
        },
      },
      refused: { tags: "form", on: { "form.submit": "submitting" } },
      done: { tags: "done", type: "final" },
    },
  });
