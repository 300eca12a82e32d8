import { assign, fromPromise, setup } from "xstate";

/** What the specification's password calls answer with. */
export interface PasswordAnswer {
  readonly state: number;
  readonly message: string;
}

/** What the password warning needs from outside. Calls that reject are said by the console itself. */
export interface PasswordWarningPort {
  readonly check: (signal: AbortSignal) => Promise<PasswordAnswer>;
  readonly ignore: (signal: AbortSignal) => Promise<PasswordAnswer>;
  readonly say: (kind: "success" | "error", text: string) => void;
}

export type PasswordWarningEvent =
  | { type: "ignore.click" }
  | { type: "change.click" }
  /** The change dialog was closed without a change. */
  | { type: "change.close" }
  | { type: "password.changed" };

/** The warning about an initial, old or weak password: shown on load, ignored, or followed to the change. */
export const passwordWarningMachine = (port: PasswordWarningPort) =>
  setup({
    types: {} as {
      context: { readonly message: string };
      events: PasswordWarningEvent;
      tags: "warned" | "busy" | "changing";
    },
    actors: {
      check: fromPromise<PasswordAnswer>(({ signal }) => port.check(signal)),
      ignore: fromPromise<PasswordAnswer>(({ signal }) => port.ignore(signal)),
    },
    actions: {
      remember: assign((_, { message }: PasswordAnswer) => ({ message })),
      sayIgnored: () => port.say("success", "忽略成功，近期不再提示"),
      sayRefused: (_, { message }: PasswordAnswer) => port.say("error", message),
    },
    guards: {
      /** Any state but 0; -2 is the session's affair. */
      warns: (_, { state }: PasswordAnswer) => state !== 0 && state !== -2,
      accepted: (_, { state }: PasswordAnswer) => state === 0,
    },
  }).createMachine({
    id: "passwordWarning",
    context: { message: "" },
    initial: "checking",
    states: {
      checking: {
        invoke: {
          id: "check",
          src: "check",
          onDone: [
            {
              guard: { type: "warns", params: ({ event }) => event.output },
              target: "warned",
              actions: { type: "remember", params: ({ event }) => event.output },
            },
            { target: "fine" },
          ],
          onError: "fine",
        },
      },
      fine: {},
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
              actions: "sayIgnored",
            },
            {
              target: "warned",
              actions: { type: "sayRefused", params: ({ event }) => event.output },
            },
          ],
          onError: "warned",
        },
      },
      ignored: {},
      changing: {
        tags: "changing",
        on: { "change.close": "warned", "password.changed": "fine" },
      },
    },
  });
