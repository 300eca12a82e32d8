import { defineExpectation } from "../createReference.ts";

interface PasswordWarningObserved {
  readonly [part: string]: unknown;
  readonly message: string;
  readonly mustChange: boolean;
}

/** in production all other calls are refused until an initial password is changed. */
export const passwordWarningExpectation = defineExpectation<PasswordWarningObserved>({
  seen: () => ({ message: "", mustChange: false }),
  start: ["GET /checkPwdStatus"],
  regions: {
    "": {
      initial: "checking",
      states: {
        checking: [],
        ok: [],
        warned: ["warned"],
        ignoring: ["busy", "warned"],
        ignored: [],
        changing: ["changing"],
      },
      rules: [
        {
          from: "checking",
          on: ["status 0", "status -2"],
          to: "ok",
          sets: { mustChange: false },
          row: "R-187 R-186",
        },
        {
          from: "checking",
          on: "status 1",
          to: "warned",
          sets: { message: "密码为初始密码", mustChange: false },
          row: "R-185 R-186",
        },
        {
          from: "checking",
          on: "status 1, must change",
          to: "warned",
          sets: { message: "请先修改初始密码", mustChange: true },
          row: "R-185 R-186",
        },
        {
          from: "checking",
          on: "status -1",
          to: "warned",
          sets: { message: "请稍后再试", mustChange: false },
          row: "R-186",
        },
        { from: "checking", on: "status fails", if: ({ mustChange }) => mustChange, to: "warned" },
        { from: "checking", on: "status fails", to: "ok" },
        {
          from: ["checking", "warned", "ignoring", "changing"],
          on: "a call is refused until the change",
          sets: { mustChange: true },
        },
        {
          from: ["ok", "ignored"],
          on: "a call is refused until the change",
          to: "checking",
          sets: { mustChange: true },
          does: ["GET /checkPwdStatus"],
        },
        {
          from: "warned",
          on: "click ignore",
          to: "ignoring",
          does: ["GET /checkPwdStatus/ignore"],
          row: "R-188",
        },
        { from: "warned", on: "click go change", to: "changing", row: "R-189" },
        {
          from: "ignoring",
          on: "ignore 0",
          to: "ignored",
          sets: { mustChange: false },
          does: ["success 忽略成功，近期不再提示"],
          row: "R-224",
        },
        { from: "ignoring", on: "ignore -1", to: "warned", does: ["error 最多忽略 3 次"] },
        { from: "ignoring", on: "ignore fails", to: "warned" },
        { from: "changing", on: "change dialog closes", to: "warned" },
        {
          from: "changing",
          on: "password is changed",
          to: "ok",
          sets: { mustChange: false },
          does: ["tell the other tabs"],
        },
        {
          from: "checking",
          on: "changed from the account menu",
          to: "checking",
          does: ["tell the other tabs", "aborts check", "GET /checkPwdStatus"],
        },
        {
          from: "ignoring",
          on: "changed from the account menu",
          to: "checking",
          does: ["tell the other tabs", "aborts ignore", "GET /checkPwdStatus"],
        },
        {
          from: ["ok", "warned", "ignored", "changing"],
          on: "changed from the account menu",
          to: "checking",
          does: ["tell the other tabs", "GET /checkPwdStatus"],
        },
        {
          from: "checking",
          on: "another tab changed the password",
          to: "checking",
          does: ["aborts check", "GET /checkPwdStatus"],
        },
        {
          from: "ignoring",
          on: "another tab changed the password",
          to: "checking",
          does: ["aborts ignore", "GET /checkPwdStatus"],
        },
        {
          from: ["ok", "warned", "ignored", "changing"],
          on: "another tab changed the password",
          to: "checking",
          does: ["GET /checkPwdStatus"],
        },
      ],
    },
  },
});
