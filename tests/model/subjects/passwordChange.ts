import { passwordChangeMachine } from "../../../machines/passwordChange.machine.ts";
import { defineSubject } from "../defineSubject.ts";
import { passwordChangeExpectation } from "../expect/passwordChange.ts";

const submitStimulus = (
  label: string,
  [oldPassword, newPassword, confirmPassword]: [string, string, string],
) => ({ label, event: { type: "form.submit", change: { oldPassword, newPassword, confirmPassword } } });
const answerStimulus = (state: number, message: string) => ({
  label: `answer ${state}`,
  event: { type: "xstate.done.actor.change", output: { state, message } },
});

/** The password change with a pending call. */
export const passwordChangeSubject = defineSubject({
  name: "passwordChange",
  expectation: passwordChangeExpectation,
  build: (environment) => ({
    machine: passwordChangeMachine({
      change: ({ oldPassword, newPassword, confirmPassword }, signal) =>
        environment.call(
          "change",
          `PUT /user/sysAdmin/pwd/modify ${oldPassword} ${newPassword} ${confirmPassword}`,
          signal,
        ),
      toast: (kind, text) => environment.recordEffect(`${kind} ${text}`),
    }),
  }),
  observe: ({ message }: { message: string }) => ({ message }),
  stimuli: [
    submitStimulus("submit", ["0a1b", "2c3d", "2c3d"]),
    submitStimulus("submit nothing", ["", "", ""]),
    answerStimulus(0, ""),
    answerStimulus(-1, "原密码不正确"),
    answerStimulus(-2, "用户已停用"),
    { label: "answer fails", event: { type: "xstate.error.actor.change", error: { kind: "timeout" } } },
  ],
});
