import { passwordChangeMachine } from "../../../machines/passwordChange.machine.ts";
import { passwordChangeExpectation } from "../expect/passwordChange.ts";
import { subject } from "../subject.ts";

const submit = (label: string, [oldPassword, newPassword, confirmPassword]: [string, string, string]) => ({
  label,
  event: { type: "form.submit", change: { oldPassword, newPassword, confirmPassword } },
});
const answer = (state: number, message: string) => ({
  label: `answer ${state}`,
  event: { type: "xstate.done.actor.change", output: { state, message } },
});

/** The password change with its call held back. */
export const passwordChangeSubject = subject({
  name: "passwordChange",
  expectation: passwordChangeExpectation,
  build: (world) => ({
    machine: passwordChangeMachine({
      change: ({ oldPassword, newPassword, confirmPassword }, signal) =>
        world.call(
          "change",
          `PUT /user/sysAdmin/pwd/modify ${oldPassword} ${newPassword} ${confirmPassword}`,
          signal,
        ),
      say: (kind, text) => world.did(`${kind} ${text}`),
    }),
  }),
  see: ({ message }: { message: string }) => ({ message }),
  stimuli: [
    submit("submit", ["0a1b", "2c3d", "2c3d"]),
    submit("submit nothing", ["", "", ""]),
    answer(0, ""),
    answer(-1, "原密码不正确"),
    answer(-2, "用户已停用"),
    { label: "answer fails", event: { type: "xstate.error.actor.change", error: { kind: "timeout" } } },
  ],
});
