import { assign, fromPromise, setup } from "xstate";
import { type ErrorInfo, toErrorInfo } from "./errorInfo.ts";

/** The part of a session user that the machine needs. */
export interface SessionUser {
  readonly id: string;
  readonly name: string;
  readonly roles: readonly string[];
}

export interface SessionData<U> {
  readonly token: string;
  readonly user: U;
}

/** The password is MD5 hex; plain text never enters a machine. */
export interface Credentials {
  readonly phoneNumber: string;
  readonly password: string;
  readonly captchaId?: string;
  readonly captcha?: string;
}

/** Answer to right credentials of an account with a second factor. */
export interface LoginChallenge {
  readonly challenge: string;
}

/** The second step of a login: a code of the authenticator, or a recovery code. */
export interface LoginCode extends LoginChallenge {
  readonly code: string;
}

export interface Captcha {
  readonly captchaId: string;
  readonly image: string;
}

export type LogoutReason =
  | "logout"
  | "idle"
  | "elsewhere"
  /** The user has logged out in another tab. */
  | "otherTab"
  | "forced"
  | "expired"
  | "unauthorized"
  | "userUnusable"
  | "missing"
  | "reset";

/** Message between tabs; received as an event of each tab's session machine. */
export type SessionTabMessage = { type: "tab.loggedIn" } | { type: "tab.loggedOut"; reason: LogoutReason };

/** Port of the session machine. Functions without a promise must not throw. */
export interface SessionPort<U extends SessionUser> {
  /** Returns the stored token and user, or null if either is missing. */
  readonly restore: () => Promise<SessionData<U> | null>;
  /** Rejects with `{ kind, message }`; the kind `captcha` requires a captcha. */
  readonly login: (credentials: Credentials, signal: AbortSignal) => Promise<SessionData<U> | LoginChallenge>;
  /** Rejects with the kind `refused` if the login has to start again; with others the code may be typed again. */
  readonly submitCode: (code: LoginCode, signal: AbortSignal) => Promise<SessionData<U>>;
  readonly loadCaptcha: (signal: AbortSignal) => Promise<Captcha>;
  readonly logout: (signal: AbortSignal) => Promise<unknown>;
  readonly store: (session: SessionData<U>) => void;
  /** Updates the stored user only if this session is still stored: another tab may just have ended it. */
  readonly storeUser: (session: SessionData<U>) => void;
  /** Clears local and session storage. */
  readonly clear: () => void;
  readonly broadcast: (message: SessionTabMessage) => void;
  readonly log: (text: string) => void;
}

export type SessionEvent<U extends SessionUser> =
  | { type: "login.submit"; phoneNumber: string; password: string; captcha?: string }
  | { type: "captcha.refresh" }
  | { type: "code.submit"; code: string }
  /** Back to the password. */
  | { type: "code.cancel" }
  | { type: "logout.click" }
  /** With a token, ends only that session: a late response of an earlier session must not end the current one. */
  | { type: "session.end"; reason: LogoutReason; token?: string }
  | { type: "user.refresh"; user: U }
  | SessionTabMessage;

export interface SessionContext<U extends SessionUser> {
  readonly user: U | null;
  readonly token: string | null;
  /** Why the last session ended; null after the next login. */
  readonly reason: LogoutReason | null;
  readonly error: ErrorInfo | null;
  readonly captcha: Captcha | null;
  /** Of the login whose code is awaited. */
  readonly challenge: string | null;
  /** The typed phone number, preserved after a failed login. */
  readonly phone: string;
}

/** The session shared by all tabs: restore, sign in, end. Only this machine stores and clears it. */
export const sessionMachine = <U extends SessionUser>(port: SessionPort<U>) =>
  setup({
    types: {} as {
      context: SessionContext<U>;
      events: SessionEvent<U>;
      tags: "in" | "out" | "busy" | "captcha" | "code";
    },
    actors: {
      restore: fromPromise<SessionData<U> | null>(() => port.restore()),
      login: fromPromise<SessionData<U> | LoginChallenge, Credentials>(({ input, signal }) =>
        port.login(input, signal),
      ),
      submitCode: fromPromise<SessionData<U>, LoginCode>(({ input, signal }) =>
        port.submitCode(input, signal),
      ),
      captcha: fromPromise<Captcha>(({ signal }) => port.loadCaptcha(signal)),
      logout: fromPromise<unknown>(({ signal }) => port.logout(signal)),
    },
    actions: {
      clearStorage: () => port.clear(),
      clearSession: assign({ user: null, token: null, captcha: null, challenge: null, error: null }),
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
        challenge: null,
        phone: "",
      })),
      // The captcha was used up by the login.
      setChallenge: assign((_, { challenge }: LoginChallenge) => ({ challenge, captcha: null })),
      clearChallenge: assign({ challenge: null, error: null }),
      setReason: assign((_, reason: LogoutReason) => ({ reason })),
      setError: assign((_, error: ErrorInfo) => ({ error })),
      logUnusable: () => port.log("接口请求失败"),
    },
    guards: {
      challenged: (_, answer: SessionData<U> | LoginChallenge) => "challenge" in answer,
      startsOver: (_, error: ErrorInfo) => error.kind === "refused",
      found: (_, { stored }: { stored: unknown }) => stored !== null,
      /** A captcha works once, so each further failure needs a new one. */
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
    context: {
      user: null,
      token: null,
      reason: null,
      error: null,
      captcha: null,
      challenge: null,
      phone: "",
    },
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
        // Another tab signed in first: this tab uses that session and aborts its own login.
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
          onDone: [
            {
              guard: { type: "challenged", params: ({ event }) => event.output },
              target: "codeNeeded",
              actions: { type: "setChallenge", params: ({ event }) => event.output as LoginChallenge },
            },
            {
              target: "loggedIn",
              actions: [
                { type: "setSession", params: ({ event }) => event.output as SessionData<U> },
                "storeSession",
                "announceLogin",
              ],
            },
          ],
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
      codeNeeded: {
        tags: ["out", "code"],
        on: {
          "code.submit": "submittingCode",
          "code.cancel": { target: "loggedOut", actions: "clearChallenge" },
          "tab.loggedIn": "restoring",
        },
      },
      submittingCode: {
        tags: ["busy", "out", "code"],
        entry: assign({ error: null }),
        on: { "tab.loggedIn": "restoring" },
        invoke: {
          id: "submitCode",
          src: "submitCode",
          input: ({ context, event }) => {
            if (event.type !== "code.submit") throw new Error(`code by ${event.type}`);
            return { challenge: context.challenge ?? "", code: event.code };
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
              guard: { type: "startsOver", params: ({ event }) => toErrorInfo(event.error) },
              target: "loggedOut",
              actions: [
                "clearChallenge",
                { type: "setError", params: ({ event }) => toErrorInfo(event.error) },
              ],
            },
            {
              target: "codeNeeded",
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
