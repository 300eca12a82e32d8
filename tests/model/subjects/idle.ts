import { type IdleContext, idleMachine } from "../../../machines/idle.machine.ts";
import { idleExpectation } from "../expect/idle.ts";
import { type Stimulus, subject } from "../subject.ts";

const later = (type: "click" | "wake", ...sleeps: number[]): Stimulus[] =>
  sleeps.map((sleep) => ({ label: `${type} ${sleep} ms on`, event: { type }, sleep }));

const idle = (name: string, watch: "off" | "lock") =>
  subject({
    name,
    expectation: idleExpectation(watch),
    build: (world) => {
      let shared = 0;
      const machine = idleMachine(
        {
          now: world.now,
          lastClick: () => shared,
          announce: (message) => {
            if (message.type === "tab.unlocked") return world.did("tells tabs: unlocked");
            shared = message.at;
            world.did(`tells tabs: click ${message.at === world.now() ? "now" : message.at}`);
          },
          expired: () => world.did("the session is over"),
          unlock: (password, signal) => world.call("unlock", `checks ${password}`, signal),
        },
        watch,
      );
      return {
        machine,
        around: () => ({ shared }),
        deliver: (event) => {
          if (event.unheard) shared = world.now();
          return event.type.startsWith("test.") ? "delivered" : "send";
        },
      };
    },
    see: ({ lastClick, warnedAt, fault }: IdleContext) => ({
      lastClick,
      warnedAt,
      fault: fault && `${fault.kind} ${fault.message}`,
    }),
    // Beyond both deadlines all ages are one.
    key: ({ context }, now) => [
      Math.min(now - context.lastClick, 903_000),
      context.warnedAt && Math.min(now - context.warnedAt, 3_000),
    ],
    stimuli: [
      { label: "click", event: { type: "click" } },
      ...later("click", 2_999, 3_000, 899_999, 902_999, 903_000),
      { label: "wake", event: { type: "wake" } },
      ...later("wake", 2_999, 3_000, 899_999, 900_000, 902_999, 903_000),
      { label: "wake, clicked unheard elsewhere", event: { type: "wake", unheard: true } },
      {
        label: "another tab is clicked now",
        type: "tab.click",
        event: ({ now }) => ({ type: "tab.click", at: now }),
        sleep: 1,
      },
      {
        label: "another tab was clicked 5000 ms ago",
        type: "tab.click",
        event: ({ now }) => ({ type: "tab.click", at: now - 5_000 }),
      },
      {
        label: "another tab is clicked, its clock ahead",
        type: "tab.click",
        event: ({ now }) => ({ type: "tab.click", at: now + 60_000 }),
      },
      {
        label: "an old click of another tab",
        type: "tab.click",
        event: { type: "tab.click", at: 5 },
      },
      { label: "a click elsewhere is unheard", event: { type: "test.unheard", unheard: true } },
      { label: "the lid is closed 3000 ms", event: { type: "test.sleep" }, sleep: 3_000 },
      { label: "the lid is closed 903000 ms", event: { type: "test.sleep" }, sleep: 903_000 },
      { label: "watch off", event: { type: "watch.off" } },
      { label: "watch on", event: { type: "watch.on" } },
      { label: "unlock", event: { type: "unlock.submit", password: "5f4d" } },
      { label: "password is right", event: { type: "xstate.done.actor.unlock", output: null } },
      {
        label: "password is wrong",
        event: { type: "xstate.error.actor.unlock", error: { kind: "refused", message: "密码错误" } },
      },
      { label: "another tab is unlocked", event: { type: "tab.unlocked" } },
    ],
    invariant: ({ at, effects }) =>
      effects.includes("the session is over") && at !== "expired" ? `over, but in ${at}` : null,
  });

/** The watch that signs out, as specified. */
export const idleSubject = idle("idle", "off");
/** The watch that locks the desk. */
export const idleLockSubject = idle("idle (lock)", "lock");
