import { assign, fromPromise, setup } from "xstate";

/** Response of the specification's password calls. */
export interface PasswordReply {
  readonly state: number;
  readonly message: string;
}

/** Response of the password check. */
export interface PasswordStatus extends PasswordReply {
  /** Whether all other calls are refused until the password is changed. Other platforms may not send it. */
  readonly mustChange: boolean;
}

/** Port of the password warning. Rejected calls are toasted by the console, not here. */
export interface PasswordWarningPort {
  readonly check: (signal: AbortSignal) => Promise<PasswordStatus>;
  readonly ignore: (signal: AbortSignal) => Promise<PasswordReply>;
  readonly toast: (kind: "success" | "error", text: string) => void;
  /** Notifies the session's other tabs of the changed password. */
  readonly broadcast: () => void;
}

export type PasswordWarningEvent =
  | { type: "ignore.click" }
  | { type: "change.click" }
  /** The change dialog was closed without a change. */
  | { type: "change.close" }
  | { type: "password.changed" }
  /** Changed in the dialog of the account menu. */
  | { type: "menu.passwordChanged" }
  | { type: "tab.passwordChanged" }
  /** A call was refused because the password must be changed first. */
  | { type: "password.required" };

export interface PasswordWarningContext {
  readonly message: string;
  /** While true, no page is shown: all its calls would be refused. */
  readonly mustChange: boolean;
}

/**
 * Warning about an initial, old or weak password, shown on load. The user ignores it or changes the password.
 * If the change is mandatory, the server refuses to ignore the warning and it stays. A change from the account menu
 * or in another tab triggers a new check.
 */
export const passwordWarningMachine = (port: PasswordWarningPort) =>
  setup({
    types: {} as {
      context: PasswordWarningContext;
      events: PasswordWarningEvent;
      tags: "warned" | "busy" | "changing";
    },
    actors: {
      check: fromPromise<PasswordStatus>(({ signal }) => port.check(signal)),
      ignore: fromPromise<PasswordReply>(({ signal }) => port.ignore(signal)),
    },
    actions: {
      setStatus: assign((_, { message, mustChange }: PasswordStatus) => ({ message, mustChange })),
      require: assign({ mustChange: true }),
      release: assign({ mustChange: false }),
      announce: () => port.broadcast(),
      toastIgnored: () => port.toast("success", "忽略成功，近期不再提示"),
      toastRefused: (_, { message }: PasswordReply) => port.toast("error", message),
    },
    guards: {
      /** Any state but 0 and -2, which the session machine handles. */
      warns: (_, { state }: PasswordReply) => state !== 0 && state !== -2,
      accepted: (_, { state }: PasswordReply) => state === 0,
      required: ({ context }) => context.mustChange,
    },
  }).createMachine({
    id: "passwordWarning",
    context: { message: "", mustChange: false },
    initial: "checking",
    on: {
      "password.required": { actions: "require" },
      "menu.passwordChanged": { target: ".checking", actions: "announce" },
      "tab.passwordChanged": ".checking",
    },
    states: {
      checking: {
        invoke: {
          id: "check",
          src: "check",
          onDone: [
            {
              guard: { type: "warns", params: ({ event }) => event.output },
              target: "warned",
              actions: { type: "setStatus", params: ({ event }) => event.output },
            },
            { target: "ok", actions: "release" },
          ],
          onError: [{ guard: "required", target: "warned" }, { target: "ok" }],
        },
      },
      // A call sent before the change may be refused after it, so the status is checked again.
      ok: { on: { "password.required": { target: "checking", actions: "require" } } },
      warned: {
        tags: "warned",
        on: { "ignore.click": "ignoring", "change.click": "changing" },
      },
      ignoring: {
        tags: ["warned", "busy"],
        invoke: {
          id: "ignore",
          src: "ignore",
          onDone: [
            {
              guard: { type: "accepted", params: ({ event }) => event.output },
              target: "ignored",
              actions: ["release", "toastIgnored"],
            },
            {
              target: "warned",
              actions: { type: "toastRefused", params: ({ event }) => event.output },
            },
          ],
          onError: "warned",
        },
      },
      ignored: { on: { "password.required": { target: "checking", actions: "require" } } },
      changing: {
        tags: "changing",
        on: {
          "change.close": "warned",
          "password.changed": { target: "ok", actions: ["release", "announce"] },
        },
      },
    },
  });
