import { defineExpectation } from "../createReference.ts";

/** Observed values of a session. */
interface SessionObserved {
  readonly [part: string]: unknown;
  readonly user: string | null;
  readonly token: string | null;
  readonly reason: string | null;
  readonly error: string | null;
  readonly captcha: string | null;
  readonly challenge: string | null;
  readonly phone: string;
}

const signedOut = { user: null, token: null, captcha: null, challenge: null, error: null } as const;
const sampleSession = {
  user: "王芳",
  token: "t1",
  reason: null,
  error: null,
  captcha: null,
  challenge: null,
  phone: "",
} as const;
const clearStorageEffect = "empties both storages";

/** leaving a session. */
export const sessionExpectation = defineExpectation<SessionObserved>({
  seen: () => ({ ...signedOut, reason: null, phone: "" }),
  start: ["reads the storage"],
  regions: {
    "": {
      initial: "restoring",
      states: {
        restoring: ["busy"],
        loggedOut: ["out"],
        authenticating: ["busy", "out"],
        codeNeeded: ["code", "out"],
        submittingCode: ["busy", "code", "out"],
        "captchaNeeded.loading": ["captcha", "out"],
        "captchaNeeded.shown": ["captcha", "out"],
        "captchaNeeded.missing": ["captcha", "out"],
        "loggedIn.usable": ["in"],
        "loggedIn.unusable": ["in"],
        loggingOut: ["busy"],
      },
      timers: { "loggedIn.unusable": { ms: 1_800, row: "R-211 R-245" } },
      rules: [
        {
          from: "restoring",
          on: "storage has a session",
          to: "loggedIn.usable",
          sets: sampleSession,
          row: "R-153",
        },
        {
          from: "restoring",
          on: ["storage has none", "storage fails"],
          to: "loggedOut",
          sets: signedOut,
          does: [clearStorageEffect],
          row: "R-154",
        },

        {
          from: "captchaNeeded.loading",
          on: "another tab signs in",
          to: "restoring",
          does: ["aborts captcha", "reads the storage"],
        },
        {
          from: ["loggedOut", "captchaNeeded.*"],
          on: "another tab signs in",
          to: "restoring",
          does: ["reads the storage"],
        },
        // Aborts a captcha that is still loading.
        {
          from: "captchaNeeded.loading",
          on: "submit",
          to: "authenticating",
          sets: { phone: "13800000002", error: null },
          does: ["aborts captcha", "POST /user/login 13800000002 5f4d"],
        },
        {
          from: ["loggedOut", "captchaNeeded.*"],
          on: "submit",
          to: "authenticating",
          sets: { phone: "13800000002", error: null },
          does: ["POST /user/login 13800000002 5f4d"],
          row: "R-151 R-152 R-201",
        },
        {
          from: "captchaNeeded.loading",
          on: "submit with captcha",
          to: "authenticating",
          sets: { phone: "13800000002", error: null },
          does: ({ captcha }) => [
            "aborts captcha",
            captcha ? "POST /user/login 13800000002 5f4d c1 7KQ2" : "POST /user/login 13800000002 5f4d",
          ],
        },
        {
          from: ["loggedOut", "captchaNeeded.*"],
          on: "submit with captcha",
          to: "authenticating",
          sets: { phone: "13800000002", error: null },
          does: ({ captcha }) => [
            captcha ? "POST /user/login 13800000002 5f4d c1 7KQ2" : "POST /user/login 13800000002 5f4d",
          ],
          row: "login body",
        },

        {
          from: "authenticating",
          on: "login succeeds",
          to: "loggedIn.usable",
          sets: sampleSession,
          does: ["stores t1 王芳", "notifies tabs: in"],
          row: "R-153",
        },
        {
          from: "authenticating",
          on: "another tab signs in",
          to: "restoring",
          does: ["aborts login", "reads the storage"],
        },
        // A captcha works once: every further failure loads a new one.
        {
          from: "authenticating",
          on: "login is refused",
          if: ({ captcha }) => captcha !== null,
          to: "captchaNeeded.loading",
          sets: { error: "refused 手机号或密码错误" },
          does: ["GET /image/base64"],
        },
        {
          from: "authenticating",
          on: "login is refused",
          to: "loggedOut",
          sets: { error: "refused 手机号或密码错误" },
        },
        {
          from: "authenticating",
          on: "login requires a captcha",
          to: "captchaNeeded.loading",
          sets: { error: "captcha 请输入验证码" },
          does: ["GET /image/base64"],
          row: "state −4",
        },

        // Right password, second factor: no session, nothing stored. The captcha is used up.
        {
          from: "authenticating",
          on: "login requires a code",
          to: "codeNeeded",
          sets: { challenge: "x1", captcha: null },
          row: "state −6",
        },
        {
          from: "codeNeeded",
          on: "submit the code",
          to: "submittingCode",
          sets: { error: null },
          does: ["POST /x/login/code x1 287082"],
          row: "second factor",
        },
        {
          from: "codeNeeded",
          on: "back to the password",
          to: "loggedOut",
          sets: { challenge: null, error: null },
        },
        { from: "codeNeeded", on: "another tab signs in", to: "restoring", does: ["reads the storage"] },
        {
          from: "submittingCode",
          on: "code is right",
          to: "loggedIn.usable",
          sets: sampleSession,
          does: ["stores t1 王芳", "notifies tabs: in"],
          row: "second factor",
        },
        {
          from: "submittingCode",
          on: "code is wrong",
          to: "codeNeeded",
          sets: { error: "code 验证码不正确" },
        },
        {
          from: "submittingCode",
          on: "login has to start again",
          to: "loggedOut",
          sets: { challenge: null, error: "refused 登录已超时" },
        },
        {
          from: "submittingCode",
          on: "another tab signs in",
          to: "restoring",
          does: ["aborts submitCode", "reads the storage"],
        },

        {
          from: "captchaNeeded.loading",
          on: "picture arrives",
          to: "captchaNeeded.shown",
          sets: { captcha: "c1" },
        },
        {
          from: "captchaNeeded.loading",
          on: "picture fails",
          to: "captchaNeeded.missing",
          sets: { error: "offline " },
        },
        {
          from: "captchaNeeded.loading",
          on: "refresh the picture",
          to: "captchaNeeded.loading",
          does: ["aborts captcha", "GET /image/base64"],
        },
        {
          from: ["captchaNeeded.shown", "captchaNeeded.missing"],
          on: "refresh the picture",
          to: "captchaNeeded.loading",
          does: ["GET /image/base64"],
        },

        {
          from: "loggedIn.*",
          on: "click log out",
          to: "loggingOut",
          sets: { reason: "logout" },
          does: ["POST logout"],
          row: "R-253",
        },
        {
          from: "loggingOut",
          on: ["logout succeeds", "logout fails"],
          to: "loggedOut",
          sets: signedOut,
          does: [clearStorageEffect, "notifies tabs: out, logout"],
          row: "R-158 to R-162",
        },
        {
          from: "loggedIn.*",
          on: "ends: idle",
          to: "loggedOut",
          sets: { ...signedOut, reason: "idle" },
          does: [clearStorageEffect, "notifies tabs: out, idle"],
          row: "R-167 R-168",
        },
        {
          from: "loggedIn.*",
          on: "ends: elsewhere",
          to: "loggedOut",
          sets: { ...signedOut, reason: "elsewhere" },
          does: [clearStorageEffect, "notifies tabs: out, elsewhere"],
          row: "R-184",
        },
        {
          from: "loggedIn.*",
          on: "ends: expired, this token",
          to: "loggedOut",
          sets: { ...signedOut, reason: "expired" },
          does: [clearStorageEffect, "notifies tabs: out, expired"],
          row: "R-208",
        },
        // The delay runs once, from the first -2.
        { from: "loggedIn.usable", on: "ends: unusable", to: "loggedIn.unusable", row: "R-211" },
        {
          from: "loggedIn.unusable",
          on: "after",
          to: "loggedOut",
          sets: { ...signedOut, reason: "userUnusable" },
          does: ["logs 接口请求失败", clearStorageEffect, "notifies tabs: out, userUnusable"],
          row: "R-211 R-245",
        },
        {
          from: "loggedIn.*",
          on: "another tab signs out",
          to: "loggedOut",
          sets: { ...signedOut, reason: "otherTab" },
          does: [clearStorageEffect],
        },
        { from: "loggedIn.*", on: "another tab signs in", to: "restoring", does: ["reads the storage"] },
        {
          from: "loggedIn.*",
          on: "user is renamed",
          sets: { user: "王芳芳" },
          does: ["stores 王芳芳 of t1"],
        },
      ],
    },
  },
});
