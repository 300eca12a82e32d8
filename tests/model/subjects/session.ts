import { type SessionContext, type SessionUser, sessionMachine } from "../../../machines/session.machine.ts";
import { defineSubject } from "../defineSubject.ts";
import { sessionExpectation } from "../expect/session.ts";

const sampleUser = { id: "7", name: "王芳", roles: ["operator"] };
const loginResult = { token: "t1", user: sampleUser };
const createCaptcha = (id: string) => ({ captchaId: id, image: "data:," });

/** The session machine with pending calls. */
export const sessionSubject = defineSubject({
  name: "session",
  expectation: sessionExpectation,
  build: (environment) => ({
    machine: sessionMachine<SessionUser>({
      restore: () => environment.call("restore", "reads the storage"),
      login: ({ phoneNumber, password, captchaId, captcha }, signal) =>
        environment.call(
          "login",
          `POST /user/login ${[phoneNumber, password, captchaId, captcha].filter((x) => x !== undefined).join(" ")}`,
          signal,
        ),
      submitCode: ({ challenge, code }, signal) =>
        environment.call("submitCode", `POST /x/login/code ${challenge} ${code}`, signal),
      loadCaptcha: (signal) => environment.call("captcha", "GET /image/base64", signal),
      logout: (signal) => environment.call("logout", "POST logout", signal),
      store: ({ token, user }) => environment.recordEffect(`stores ${token} ${user.name}`),
      storeUser: ({ token, user }) => environment.recordEffect(`stores ${user.name} of ${token}`),
      clear: () => environment.recordEffect("empties both storages"),
      broadcast: (message) =>
        environment.recordEffect(
          message.type === "tab.loggedIn" ? "notifies tabs: in" : `notifies tabs: out, ${message.reason}`,
        ),
      log: (text) => environment.recordEffect(`logs ${text}`),
    }),
  }),
  observe: ({ user, token, reason, error, captcha, challenge, phone }: SessionContext<SessionUser>) => ({
    user: user?.name ?? null,
    token,
    reason,
    error: error && `${error.kind} ${error.message}`,
    captcha: captcha?.captchaId ?? null,
    challenge,
    phone,
  }),
  // Reason, error and phone have no influence.
  key: ({ context }) => context.captcha !== null,
  stimuli: [
    { label: "storage has a session", event: { type: "xstate.done.actor.restore", output: loginResult } },
    { label: "storage has none", event: { type: "xstate.done.actor.restore", output: null } },
    { label: "storage fails", event: { type: "xstate.error.actor.restore", error: new Error("denied") } },
    { label: "submit", event: { type: "login.submit", phoneNumber: " 13800000002 ", password: "5f4d" } },
    {
      label: "submit with captcha",
      event: { type: "login.submit", phoneNumber: "13800000002", password: "5f4d", captcha: "7KQ2" },
    },
    { label: "login succeeds", event: { type: "xstate.done.actor.login", output: loginResult } },
    {
      label: "login is refused",
      event: { type: "xstate.error.actor.login", error: { kind: "refused", message: "手机号或密码错误" } },
    },
    {
      label: "login requires a captcha",
      event: { type: "xstate.error.actor.login", error: { kind: "captcha", message: "请输入验证码" } },
    },
    {
      label: "login requires a code",
      event: { type: "xstate.done.actor.login", output: { challenge: "x1" } },
    },
    { label: "submit the code", event: { type: "code.submit", code: "287082" } },
    { label: "back to the password", event: { type: "code.cancel" } },
    { label: "code is right", event: { type: "xstate.done.actor.submitCode", output: loginResult } },
    {
      label: "code is wrong",
      event: { type: "xstate.error.actor.submitCode", error: { kind: "code", message: "验证码不正确" } },
    },
    {
      label: "login has to start again",
      event: { type: "xstate.error.actor.submitCode", error: { kind: "refused", message: "登录已超时" } },
    },
    { label: "picture arrives", event: { type: "xstate.done.actor.captcha", output: createCaptcha("c1") } },
    {
      label: "picture fails",
      event: { type: "xstate.error.actor.captcha", error: { kind: "offline", message: "" } },
    },
    { label: "refresh the picture", event: { type: "captcha.refresh" } },
    { label: "click log out", event: { type: "logout.click" } },
    { label: "logout succeeds", event: { type: "xstate.done.actor.logout", output: null } },
    {
      label: "logout fails",
      event: { type: "xstate.error.actor.logout", error: { kind: "timeout", message: "" } },
    },
    { label: "ends: idle", event: { type: "session.end", reason: "idle" } },
    { label: "ends: elsewhere", event: { type: "session.end", reason: "elsewhere" } },
    { label: "ends: expired, this token", event: { type: "session.end", reason: "expired", token: "t1" } },
    { label: "ends: expired, old token", event: { type: "session.end", reason: "expired", token: "t0" } },
    { label: "ends: unusable", event: { type: "session.end", reason: "userUnusable" } },
    {
      label: "ends: unusable, old token",
      event: { type: "session.end", reason: "userUnusable", token: "t0" },
    },
    { label: "another tab signs in", event: { type: "tab.loggedIn" } },
    { label: "another tab signs out", event: { type: "tab.loggedOut", reason: "otherTab" } },
    { label: "user is renamed", event: { type: "user.refresh", user: { ...sampleUser, name: "王芳芳" } } },
    {
      label: "update of another user",
      event: { type: "user.refresh", user: { id: "8", name: "李雷", roles: [] } },
    },
  ],
  invariant: ({ at, seen, effects }) => {
    if (!at.startsWith("loggedIn") && at !== "loggingOut" && at !== "restoring" && seen.token !== null)
      return `a token is stored in ${at}`;
    if (at.startsWith("loggedIn") && seen.user === null) return "signed in without a user";
    if (
      effects.some((item) => item.startsWith("notifies tabs: out")) &&
      !effects.includes("empties both storages")
    )
      return "notified other tabs of the sign-out before clearing the storage";
    return null;
  },
});
