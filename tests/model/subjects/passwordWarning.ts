import { passwordWarningMachine } from "../../../machines/passwordWarning.machine.ts";
import { defineSubject } from "../defineSubject.ts";
import { passwordWarningExpectation } from "../expect/passwordWarning.ts";

const checkStimulus = (state: number, message: string, mustChange = false) => ({
  label: `status ${state}${mustChange ? ", must change" : ""}`,
  event: { type: "xstate.done.actor.check", output: { state, message, mustChange } },
});

/** The password warning with pending calls. */
export const passwordWarningSubject = defineSubject({
  name: "passwordWarning",
  expectation: passwordWarningExpectation,
  build: (environment) => ({
    machine: passwordWarningMachine({
      check: (signal) => environment.call("check", "GET /checkPwdStatus", signal),
      ignore: (signal) => environment.call("ignore", "GET /checkPwdStatus/ignore", signal),
      toast: (kind, text) => environment.recordEffect(`${kind} ${text}`),
      broadcast: () => environment.recordEffect("tell the other tabs"),
    }),
  }),
  observe: ({ message, mustChange }: { message: string; mustChange: boolean }) => ({ message, mustChange }),
  stimuli: [
    checkStimulus(0, ""),
    checkStimulus(1, "密码为初始密码"),
    checkStimulus(1, "请先修改初始密码", true),
    checkStimulus(-1, "请稍后再试"),
    checkStimulus(-2, "用户已停用"),
    { label: "status fails", event: { type: "xstate.error.actor.check", error: { kind: "timeout" } } },
    { label: "click ignore", event: { type: "ignore.click" } },
    { label: "click go change", event: { type: "change.click" } },
    { label: "ignore 0", event: { type: "xstate.done.actor.ignore", output: { state: 0, message: "" } } },
    {
      label: "ignore -1",
      event: { type: "xstate.done.actor.ignore", output: { state: -1, message: "最多忽略 3 次" } },
    },
    { label: "ignore fails", event: { type: "xstate.error.actor.ignore", error: { kind: "offline" } } },
    { label: "change dialog closes", event: { type: "change.close" } },
    { label: "password is changed", event: { type: "password.changed" } },
    { label: "changed from the account menu", event: { type: "menu.passwordChanged" } },
    { label: "another tab changed the password", event: { type: "tab.passwordChanged" } },
    { label: "a call is refused until the change", event: { type: "password.required" } },
  ],
});
