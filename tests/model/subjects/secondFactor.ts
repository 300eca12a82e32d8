import {
  type SecondFactorContext,
  type SecondFactorStatus,
  secondFactorMachine,
} from "../../../machines/secondFactor.machine.ts";
import { defineSubject } from "../defineSubject.ts";
import { secondFactorExpectation } from "../expect/secondFactor.ts";

const loadStimulus = (label: string, status: SecondFactorStatus) => ({
  label,
  event: { type: "xstate.done.actor.load", output: status },
});
const errorStimulus = (label: string, actor: string, kind: string, message: string) => ({
  label,
  event: { type: `xstate.error.actor.${actor}`, error: { kind, message } },
});

/** The second factor with pending calls. */
export const secondFactorSubject = defineSubject({
  name: "secondFactor",
  expectation: secondFactorExpectation,
  build: (environment) => ({
    machine: secondFactorMachine({
      load: (signal) => environment.call("load", "GET status", signal),
      start: (password, signal) => environment.call("start", `POST start ${password}`, signal),
      confirm: (ticket, code, signal) =>
        environment.call("confirm", `POST confirm ${ticket} ${code}`, signal),
      remove: (password, code, signal) =>
        environment.call("remove", `POST remove ${password} ${code}`, signal),
      toast: (kind, text) => environment.recordEffect(`${kind} ${text}`),
    }),
  }),
  observe: ({ required, status, enrolment, recoveryCodes, error }: SecondFactorContext) => ({
    required,
    mustHave: status?.isRequired ?? null,
    codesLeft: status?.recoveryCodesLeft ?? null,
    secret: enrolment?.secret ?? null,
    recoveryCodes: recoveryCodes.join(" "),
    error: error && `${error.kind} ${error.message}`,
  }),
  // Only whether there is an error has no influence.
  key: ({ context }) => [context.required, context.status?.isRequired],
  stimuli: [
    { label: "open from the menu", event: { type: "menu.open" } },
    { label: "a call is refused until then", event: { type: "secondFactor.required" } },
    { label: "close", event: { type: "dialog.close" } },
    { label: "start again", event: { type: "restart.click" } },
    loadStimulus("it is off", { isEnabled: false, isRequired: false, recoveryCodesLeft: 0 }),
    loadStimulus("it is off but required", { isEnabled: false, isRequired: true, recoveryCodesLeft: 0 }),
    loadStimulus("it is on", { isEnabled: true, isRequired: false, recoveryCodesLeft: 9 }),
    loadStimulus("it is on and required", { isEnabled: true, isRequired: true, recoveryCodesLeft: 9 }),
    errorStimulus("the status fails", "load", "timeout", ""),
    { label: "submit the password", event: { type: "password.submit", password: "5f4d" } },
    {
      label: "password is right",
      event: { type: "xstate.done.actor.start", output: { secret: "GEZD", uri: "otpauth:", ticket: "k1" } },
    },
    errorStimulus("password is wrong", "start", "refused", "密码错误"),
    { label: "submit the code", event: { type: "code.submit", code: "287082" } },
    { label: "code is right", event: { type: "xstate.done.actor.confirm", output: ["4f7k2", "9mzt0"] } },
    errorStimulus("code is wrong", "confirm", "refused", "验证码不正确"),
    { label: "codes are saved", event: { type: "codes.saved" } },
    { label: "submit the removal", event: { type: "remove.submit", password: "5f4d", code: "287082" } },
    { label: "removed", event: { type: "xstate.done.actor.remove", output: null } },
    errorStimulus("removal is refused", "remove", "refused", "验证码不正确"),
  ],
  invariant: ({ at, seen }) =>
    at === "closed" && (seen["secret"] !== null || seen["recoveryCodes"] !== "")
      ? "a secret is kept while the dialog is closed"
      : null,
});
