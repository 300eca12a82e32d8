import { assign, fromPromise, setup } from "xstate";
import { type ErrorInfo, toErrorInfo } from "./errorInfo.ts";

/** What the machine knows of a session user; the wiring's own type may hold more. */
export interface SessionUser {
  readonly id: string;
  readonly name: string;
  readonly roles: readonly string[];
}

export interface SessionData<U> {
  readonly token: string;
  readonly user: U;
}

/** The password is its MD5 hex; the plain text never enters a machine. */
export interface Credentials {
  readonly phoneNumber: string;
  readonly password: string;
  readonly captchaId?: string;
  readonly captcha?: string;
}

export interface Captcha {
  readonly captchaId: string;
  readonly image: string;
}

export type LogoutReason =
  | "logout"
  | "idle"
  | "elsewhere"
  | "forced"
  | "expired"
  | "unauthorized"
  | "userUnusable"
  | "missing"
  | "reset";

/** What one tab tells the others; each gets it as an event of its own session machine. */
export type SessionTabMessage = { type: "tab.loggedIn" } | { type: "tab.loggedOut"; reason: LogoutReason };

/** What the session needs from outside. The functions without a promise must not throw. */
export interface SessionPort<U extends SessionUser> {
  /** The stored token and user, or null where either is missing. */
  readonly restore: () => Promise<SessionData<U> | null>;
  /** Rejects with `{ kind, message }`; the kind `captcha` asks for a picture. */
  readonly login: (credentials: Credentials, signal: AbortSignal) => Promise<SessionData<U>>;
  readonly loadCaptcha: (signal: AbortSignal) => Promise<Captcha>;
  readonly logout: (signal: AbortSignal) => Promise<unknown>;
  readonly store: (session: SessionData<U>) => void;
  /** Stores the user anew where this session is still the stored one: another tab may just have ended it. */
  readonly storeUser: (session: SessionData<U>) => void;
  /** Empties local and session storage. */
  readonly clear: () => void;
  readonly broadcast: (message: SessionTabMessage) => void;
  readonly log: (text: string) => void;
}

export type SessionEvent<U extends SessionUser> =
  | { type: "login.submit"; phoneNumber: string; password: string; captcha?: string }
  | { type: "captcha.refresh" }
  | { type: "logout.click" }
  /** With a token, only that session is meant: a late answer to an earlier one ends nothing. */
  | { type: "session.end"; reason: LogoutReason; token?: string }
  | { type: "user.refresh"; user: U }
  | SessionTabMessage;

export interface SessionContext<U extends SessionUser> {
  readonly user: U | null;
  readonly token: string | null;
  /** Why the last session ended, until the next one begins. */
  readonly reason: LogoutReason | null;
  readonly error: ErrorInfo | null;
  readonly captcha: Captcha | null;
  /** Kept on a wrong answer. */
  readonly phone: string;
}

/** One session for every tab: restored, signed in, ended; the only place where it is stored and emptied. */
export const sessionMachine = <U extends SessionUser>(port: SessionPort<U>) =>
  setup({
    types: {} as {
      context: SessionContext<U>;
      events: SessionEvent<U>;
      tags: "in" | "out" | "busy" | "captcha";
    },
    actors: {
      restore: fromPromise<SessionData<U> | null>(() => port.restore()),
      login: fromPromise<SessionData<U>, Credentials>(({ input, signal }) => port.login(input, signal)),
      captcha: fromPromise<Captcha>(({ signal }) => port.loadCaptcha(signal)),
      logout: fromPromise<unknown>(({ signal }) => port.logout(signal)),
    },
    actions: {
      clearStorage: () => port.clear(),
      clearSession: assign({ user: null, token: null, captcha: null, error: null }),
      announceLogin: () => port.broadcast({ type: "tab.loggedIn" }),
      announceLogout: ({ context }) =>
        port.broadcast({ type: "tab.loggedOut", reason: context.reason ?? "reset" }),
      storeSession: ({ context }) => {
        if (context.token !== null && context.user) port.store({ token: context.token, user: context.user });
      },
      storeUser: ({ context }) => {
        if (context.token !== null && context.user)
          port.storeUser({ token: context.token, user: context.user });
      },
      setSession: assign((_, session: SessionData<U>) => ({
        user: session.user,
        token: session.token,
        reason: null,
        error: null,
        captcha: null,
        phone: "",
      })),
      setReason: assign((_, reason: LogoutReason) => ({ reason })),
      setError: assign((_, error: ErrorInfo) => ({ error })),
      logUnusable: () => port.log("接口请求失败"),
    },
    guards: {
      found: (_, { stored }: { stored: unknown }) => stored !== null,
      /** A captcha works once, so each further wrong answer needs a new picture. */
      needsCaptcha: ({ context }, error: ErrorInfo) => error.kind === "captcha" || context.captcha !== null,
      thisSession: ({ context, event }) =>
        event.type !== "session.end" || event.token === undefined || event.token === context.token,
      unusable: ({ context, event }) =>
        event.type === "session.end" &&
        event.reason === "userUnusable" &&
        (event.token === undefined || event.token === context.token),
      sameUser: ({ context, event }) => event.type === "user.refresh" && event.user.id === context.user?.id,
    },
    //
    delays: { userUnusableDelay: 1_800 },
  }).createMachine({
    id: "session",
    context: { user: null, token: null, reason: null, error: null, captcha: null, phone: "" },
    initial: "restoring",
    states: {
      restoring: {
        tags: "busy",
        invoke: {
          id: "restore",
          src: "restore",
          onDone: [
            {
              guard: { type: "found", params: ({ event }) => ({ stored: event.output }) },
              target: "loggedIn",
              actions: {
                type: "setSession",
                params: ({ event }) => event.output as SessionData<U>,
              },
            },
            { target: "loggedOut", actions: ["clearSession", "clearStorage"] },
          ],
          onError: { target: "loggedOut", actions: ["clearSession", "clearStorage"] },
        },
      },
      loggedOut: {
        tags: "out",
        on: { "login.submit": "authenticating", "tab.loggedIn": "restoring" },
      },
      authenticating: {
        tags: ["busy", "out"],
        entry: assign(({ event }) =>
          event.type === "login.submit" ? { phone: event.phoneNumber.trim(), error: null } : {},
        ),
        // Another tab was quicker: its session is this one's too, and the own attempt is given up.
        on: { "tab.loggedIn": "restoring" },
        invoke: {
          id: "login",
          src: "login",
          input: ({ context, event }) => {
            if (event.type !== "login.submit") throw new Error(`login by ${event.type}`);
            const credentials = { phoneNumber: event.phoneNumber.trim(), password: event.password };
            return context.captcha && event.captcha !== undefined
              ? { ...credentials, captchaId: context.captcha.captchaId, captcha: event.captcha }
              : credentials;
          },
          onDone: {
            target: "loggedIn",
            actions: [
              { type: "setSession", params: ({ event }) => event.output },
              "storeSession",
              "announceLogin",
            ],
          },
          onError: [
            {
              guard: { type: "needsCaptcha", params: ({ event }) => toErrorInfo(event.error) },
              target: "captchaNeeded",
              actions: { type: "setError", params: ({ event }) => toErrorInfo(event.error) },
            },
            {
              target: "loggedOut",
              actions: { type: "setError", params: ({ event }) => toErrorInfo(event.error) },
            },
          ],
        },
      },
      captchaNeeded: {
        tags: ["out", "captcha"],
        initial: "loading",
        on: {
          "login.submit": "authenticating",
          "captcha.refresh": ".loading",
          "tab.loggedIn": "restoring",
        },
        states: {
          loading: {
            invoke: {
              id: "captcha",
              src: "captcha",
              onDone: { target: "shown", actions: assign({ captcha: ({ event }) => event.output }) },
              onError: {
                target: "missing",
                actions: { type: "setError", params: ({ event }) => toErrorInfo(event.error) },
              },
            },
          },
          shown: {},
          missing: {},
        },
      },
      loggedIn: {
        tags: "in",
        initial: "usable",
        on: {
          "logout.click": "loggingOut",
          "session.end": {
            guard: "thisSession",
            target: "loggedOut",
            actions: [
              { type: "setReason", params: ({ event }) => event.reason },
              "clearStorage",
              "announceLogout",
              "clearSession",
            ],
          },
          "tab.loggedOut": {
            target: "loggedOut",
            actions: [
              { type: "setReason", params: ({ event }) => event.reason },
              "clearStorage",
              "clearSession",
            ],
          },
          "tab.loggedIn": "restoring",
          "user.refresh": {
            guard: "sameUser",
            actions: [assign({ user: ({ event }) => event.user }), "storeUser"],
          },
        },
        states: {
          usable: { on: { "session.end": { guard: "unusable", target: "unusable" } } },
          unusable: {
            on: { "session.end": { guard: "unusable" } },
            after: {
              userUnusableDelay: {
                target: "#session.loggedOut",
                actions: [
                  "logUnusable",
                  { type: "setReason", params: "userUnusable" as const },
                  "clearStorage",
                  "announceLogout",
                  "clearSession",
                ],
              },
            },
          },
        },
      },
      loggingOut: {
        tags: "busy",
        entry: { type: "setReason", params: "logout" as const },
        invoke: {
          id: "logout",
          src: "logout",
          onDone: { target: "loggedOut", actions: ["clearStorage", "announceLogout", "clearSession"] },
          onError: { target: "loggedOut", actions: ["clearStorage", "announceLogout", "clearSession"] },
        },
      },
    },
  });
