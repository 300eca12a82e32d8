import { assign, fromPromise, setup } from "xstate";
import { type ErrorInfo, toErrorInfo } from "./errorInfo.ts";

export interface SecondFactorStatus {
  readonly isEnabled: boolean;
  /** Whether a role of the person must have it. */
  readonly isRequired: boolean;
  readonly recoveryCodesLeft: number;
}

/** What an authenticator is set up with. */
export interface Enrolment {
  readonly secret: string;
  readonly uri: string;
  readonly ticket: string;
}

/** Port of the second factor. Passwords are MD5 hex; plain text never enters a machine. */
export interface SecondFactorPort {
  readonly load: (signal: AbortSignal) => Promise<SecondFactorStatus>;
  readonly start: (password: string, signal: AbortSignal) => Promise<Enrolment>;
  /** Resolves with the recovery codes. */
  readonly confirm: (ticket: string, code: string, signal: AbortSignal) => Promise<readonly string[]>;
  readonly remove: (password: string, code: string, signal: AbortSignal) => Promise<unknown>;
  readonly toast: (kind: "success", text: string) => void;
}

export type SecondFactorEvent =
  | { type: "menu.open" }
  /** A call was refused because a second factor must be enabled first. */
  | { type: "secondFactor.required" }
  | { type: "dialog.close" }
  | { type: "restart.click" }
  | { type: "password.submit"; password: string }
  | { type: "code.submit"; code: string }
  /** The recovery codes are stored by the user. */
  | { type: "codes.saved" }
  | { type: "remove.submit"; password: string; code: string };

export interface SecondFactorContext {
  /** While true, no page is shown: all its calls would be refused. */
  readonly required: boolean;
  readonly status: SecondFactorStatus | null;
  readonly enrolment: Enrolment | null;
  /** Shown once; empty otherwise. */
  readonly recoveryCodes: readonly string[];
  readonly error: ErrorInfo | null;
}

/**
 * The second factor of one's own account: enabling with password, QR code, first code and recovery codes, or removing.
 * A required one keeps the dialog open until the recovery codes are saved.
 */
export const secondFactorMachine = (port: SecondFactorPort) =>
  setup({
    types: {} as {
      context: SecondFactorContext;
      events: SecondFactorEvent;
      tags: "open" | "busy" | "password" | "scan" | "codes" | "enabled" | "failed";
    },
    actors: {
      load: fromPromise<SecondFactorStatus>(({ signal }) => port.load(signal)),
      start: fromPromise<Enrolment, string>(({ input, signal }) => port.start(input, signal)),
      confirm: fromPromise<readonly string[], { ticket: string; code: string }>(({ input, signal }) =>
        port.confirm(input.ticket, input.code, signal),
      ),
      remove: fromPromise<unknown, { password: string; code: string }>(({ input, signal }) =>
        port.remove(input.password, input.code, signal),
      ),
    },
    actions: {
      require: assign({ required: true }),
      release: assign({ required: false }),
      setStatus: assign((_, status: SecondFactorStatus) => ({ status })),
      setEnrolment: assign((_, enrolment: Enrolment) => ({ enrolment })),
      setRecoveryCodes: assign((_, recoveryCodes: readonly string[]) => ({ recoveryCodes, enrolment: null })),
      setError: assign((_, error: ErrorInfo) => ({ error })),
      clearError: assign({ error: null }),
      forget: assign({ status: null, enrolment: null, recoveryCodes: [], error: null }),
      toastEnabled: () => port.toast("success", "二次验证已启用，下次登录时需要动态验证码"),
      toastRemoved: () => port.toast("success", "二次验证已关闭"),
    },
    guards: {
      closable: ({ context }) => !context.required && context.recoveryCodes.length === 0,
      enabled: (_, { isEnabled }: SecondFactorStatus) => isEnabled,
      /** Enabled meanwhile in another tab. */
      settled: ({ context }, { isEnabled }: SecondFactorStatus) => isEnabled && context.required,
      mustReplace: ({ context }) => context.status?.isRequired === true,
    },
  }).createMachine({
    id: "secondFactor",
    context: { required: false, status: null, enrolment: null, recoveryCodes: [], error: null },
    initial: "closed",
    on: { "secondFactor.required": { actions: "require" } },
    states: {
      closed: {
        entry: "forget",
        on: {
          "menu.open": "open",
          "secondFactor.required": { target: "open", actions: "require" },
        },
      },
      open: {
        tags: "open",
        initial: "loading",
        on: { "dialog.close": { guard: "closable", target: "closed" } },
        states: {
          loading: {
            tags: "busy",
            entry: "forget",
            invoke: {
              id: "load",
              src: "load",
              onDone: [
                {
                  guard: { type: "settled", params: ({ event }) => event.output },
                  target: "#secondFactor.closed",
                  actions: "release",
                },
                {
                  guard: { type: "enabled", params: ({ event }) => event.output },
                  target: "enabled",
                  actions: { type: "setStatus", params: ({ event }) => event.output },
                },
                {
                  target: "password",
                  actions: { type: "setStatus", params: ({ event }) => event.output },
                },
              ],
              onError: {
                target: "failed",
                actions: { type: "setError", params: ({ event }) => toErrorInfo(event.error) },
              },
            },
          },
          failed: { tags: "failed", on: { "restart.click": "loading" } },
          password: {
            tags: "password",
            on: { "password.submit": "starting", "restart.click": "loading" },
          },
          starting: {
            tags: ["password", "busy"],
            entry: "clearError",
            invoke: {
              id: "start",
              src: "start",
              input: ({ event }) => (event.type === "password.submit" ? event.password : ""),
              onDone: {
                target: "scanning",
                actions: { type: "setEnrolment", params: ({ event }) => event.output },
              },
              onError: {
                target: "password",
                actions: { type: "setError", params: ({ event }) => toErrorInfo(event.error) },
              },
            },
          },
          scanning: {
            tags: "scan",
            on: { "code.submit": "confirming", "restart.click": "loading" },
          },
          confirming: {
            tags: ["scan", "busy"],
            entry: "clearError",
            invoke: {
              id: "confirm",
              src: "confirm",
              input: ({ context, event }) => ({
                ticket: context.enrolment?.ticket ?? "",
                code: event.type === "code.submit" ? event.code : "",
              }),
              onDone: {
                target: "recovery",
                actions: { type: "setRecoveryCodes", params: ({ event }) => event.output },
              },
              onError: {
                target: "scanning",
                actions: { type: "setError", params: ({ event }) => toErrorInfo(event.error) },
              },
            },
          },
          // Closed only by the button: the codes are never shown again.
          recovery: {
            tags: "codes",
            on: { "codes.saved": { target: "#secondFactor.closed", actions: ["release", "toastEnabled"] } },
          },
          enabled: { tags: "enabled", on: { "remove.submit": "removing" } },
          removing: {
            tags: ["enabled", "busy"],
            entry: "clearError",
            invoke: {
              id: "remove",
              src: "remove",
              input: ({ event }) =>
                event.type === "remove.submit"
                  ? { password: event.password, code: event.code }
                  : { password: "", code: "" },
              onDone: [
                { guard: "mustReplace", target: "loading", actions: ["require", "toastRemoved"] },
                { target: "#secondFactor.closed", actions: "toastRemoved" },
              ],
              onError: {
                target: "enabled",
                actions: { type: "setError", params: ({ event }) => toErrorInfo(event.error) },
              },
            },
          },
        },
      },
    },
  });
