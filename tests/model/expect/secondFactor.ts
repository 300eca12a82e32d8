import { defineExpectation } from "../createReference.ts";

interface SecondFactorObserved {
  readonly [part: string]: unknown;
  /** Whether the pages are closed. */
  readonly required: boolean;
  readonly mustHave: boolean | null;
  readonly codesLeft: number | null;
  readonly secret: string | null;
  readonly recoveryCodes: string;
  readonly error: string | null;
}

const forgotten = { mustHave: null, codesLeft: null, secret: null, recoveryCodes: "", error: null } as const;
const enabledToast = "success 二次验证已启用，下次登录时需要动态验证码";
const removedToast = "success 二次验证已关闭";

/** Enabling and removing one's own second factor; beyond the specification. */
export const secondFactorExpectation = defineExpectation<SecondFactorObserved>({
  seen: () => ({ required: false, ...forgotten }),
  start: [],
  regions: {
    "": {
      initial: "closed",
      states: {
        closed: [],
        "open.loading": ["busy", "open"],
        "open.failed": ["failed", "open"],
        "open.password": ["open", "password"],
        "open.starting": ["busy", "open", "password"],
        "open.scanning": ["open", "scan"],
        "open.confirming": ["busy", "open", "scan"],
        "open.recovery": ["codes", "open"],
        "open.enabled": ["enabled", "open"],
        "open.removing": ["busy", "enabled", "open"],
      },
      rules: [
        { from: "closed", on: "open from the menu", to: "open.loading", does: ["GET status"] },
        {
          from: "closed",
          on: "a call is refused until then",
          to: "open.loading",
          sets: { required: true },
          does: ["GET status"],
          row: "required",
        },
        { from: "open.*", on: "a call is refused until then", sets: { required: true } },

        // A required one, and recovery codes that are not saved yet, keep the dialog open.
        { from: "open.recovery", on: "close" },
        { from: "open.*", on: "close", if: ({ required }) => required },
        { from: "open.loading", on: "close", to: "closed", sets: forgotten, does: ["aborts load"] },
        { from: "open.starting", on: "close", to: "closed", sets: forgotten, does: ["aborts start"] },
        { from: "open.confirming", on: "close", to: "closed", sets: forgotten, does: ["aborts confirm"] },
        { from: "open.removing", on: "close", to: "closed", sets: forgotten, does: ["aborts remove"] },
        { from: "open.*", on: "close", to: "closed", sets: forgotten },

        {
          from: "open.loading",
          on: "it is off",
          to: "open.password",
          sets: { mustHave: false, codesLeft: 0 },
        },
        {
          from: "open.loading",
          on: "it is off but required",
          to: "open.password",
          sets: { mustHave: true, codesLeft: 0 },
        },
        // Enabled in another tab meanwhile.
        {
          from: "open.loading",
          on: ["it is on", "it is on and required"],
          if: ({ required }) => required,
          to: "closed",
          sets: { required: false },
        },
        { from: "open.loading", on: "it is on", to: "open.enabled", sets: { mustHave: false, codesLeft: 9 } },
        {
          from: "open.loading",
          on: "it is on and required",
          to: "open.enabled",
          sets: { mustHave: true, codesLeft: 9 },
        },
        { from: "open.loading", on: "the status fails", to: "open.failed", sets: { error: "timeout " } },
        {
          from: ["open.failed", "open.password", "open.scanning"],
          on: "start again",
          to: "open.loading",
          sets: forgotten,
          does: ["GET status"],
        },

        {
          from: "open.password",
          on: "submit the password",
          to: "open.starting",
          sets: { error: null },
          does: ["POST start 5f4d"],
        },
        { from: "open.starting", on: "password is right", to: "open.scanning", sets: { secret: "GEZD" } },
        {
          from: "open.starting",
          on: "password is wrong",
          to: "open.password",
          sets: { error: "refused 密码错误" },
        },
        {
          from: "open.scanning",
          on: "submit the code",
          to: "open.confirming",
          sets: { error: null },
          does: ["POST confirm k1 287082"],
        },
        {
          from: "open.confirming",
          on: "code is right",
          to: "open.recovery",
          sets: { secret: null, recoveryCodes: "4f7k2 9mzt0" },
        },
        {
          from: "open.confirming",
          on: "code is wrong",
          to: "open.scanning",
          sets: { error: "refused 验证码不正确" },
        },
        {
          from: "open.recovery",
          on: "codes are saved",
          to: "closed",
          sets: { ...forgotten, required: false },
          does: [enabledToast],
        },

        {
          from: "open.enabled",
          on: "submit the removal",
          to: "open.removing",
          sets: { error: null },
          does: ["POST remove 5f4d 287082"],
        },
        // A role that must have it starts again at once.
        {
          from: "open.removing",
          on: "removed",
          if: ({ mustHave }) => mustHave === true,
          to: "open.loading",
          sets: { ...forgotten, required: true },
          does: [removedToast, "GET status"],
        },
        { from: "open.removing", on: "removed", to: "closed", sets: forgotten, does: [removedToast] },
        {
          from: "open.removing",
          on: "removal is refused",
          to: "open.enabled",
          sets: { error: "refused 验证码不正确" },
        },
      ],
    },
  },
});
