import { type WallReadContext, wallReadMachine } from "../../../machines/wallRead.machine.ts";
import { defineSubject } from "../defineSubject.ts";
import { wallReadExpectation } from "../expect/wallRead.ts";

/** A board of a wall with a read under way. */
export const wallReadSubject = defineSubject({
  name: "wallRead",
  expectation: wallReadExpectation,
  build: (environment) => ({
    machine: wallReadMachine<string>({
      read: (signal) => environment.call("read", "reads", signal),
      everyMs: 10_000,
      now: environment.now,
    }),
  }),
  observe: ({ answer, readAt }: WallReadContext<string>) => ({ answer, readAt }),
  key: ({ context: { answer } }) => [answer],
  stimuli: [
    { label: "an answer comes", event: { type: "xstate.done.actor.read", output: "first" } },
    { label: "another answer comes", event: { type: "xstate.done.actor.read", output: "second" } },
    { label: "the read fails", event: { type: "xstate.error.actor.read", error: { kind: "offline" } } },
  ],
});
