import { type IdleContext, idleMachine } from "../../../machines/idle.machine.ts";
import { defineSubject, type Stimulus } from "../defineSubject.ts";
import { idleExpectation } from "../expect/idle.ts";

const delayedStimuli = (type: "click" | "wake", ...sleeps: number[]): Stimulus[] =>
  sleeps.map((sleep) => ({ label: `${type} ${sleep} ms on`, event: { type }, sleep }));

/** Stored state of an earlier page: ms since the last click, and the lock. */
interface StoredState {
  readonly ago: number;
  readonly locked: boolean;
}

const createIdleSubject = (name: string, watch: "off" | "lock", stored?: StoredState) =>
  defineSubject({
    name,
    expectation: idleExpectation(watch, stored),
    build: (environment) => {
      let shared = stored ? environment.now() - stored.ago : 0;
      let locked = stored?.locked ?? false;
      const machine = idleMachine(
        {
          now: environment.now,
          readLastClick: () => shared,
          isLocked: () => locked,
          broadcast: (message) => {
            locked = message.type === "tab.locked" || (locked && message.type !== "tab.unlocked");
            if (message.type === "tab.locked") return environment.recordEffect("notifies tabs: locked");
            shared = message.at;
            const what = message.type === "tab.click" ? "click" : "unlocked";
            environment.recordEffect(
              `notifies tabs: ${what} ${message.at === environment.now() ? "now" : message.at}`,
            );
          },
          onExpired: () => environment.recordEffect("ends the session"),
          unlock: (password, signal) => environment.call("unlock", `checks ${password}`, signal),
        },
        watch,
      );
      return {
        machine,
        readEnvironment: () => ({ shared, lockStored: locked }),
        deliver: (event) => {
          if (event.missed) shared = environment.now();
          if (event.lockStored !== undefined) locked = event.lockStored === true;
          return event.type.startsWith("test.") ? "delivered" : "send";
        },
      };
    },
    observe: ({ lastClick, warnedAt, error }: IdleContext) => ({
      lastClick,
      warnedAt,
      error: error && `${error.kind} ${error.message}`,
    }),
    // All ages beyond both deadlines are equivalent.
    key: ({ context }, now) => [
      Math.min(now - context.lastClick, 903_000),
      context.warnedAt && Math.min(now - context.warnedAt, 3_000),
    ],
    // The duration of a lock has no effect.
    shouldExplore: (snapshot, { label }) => !snapshot.matches("locked") || !label.endsWith(" ms on"),
    stimuli: [
      { label: "click", event: { type: "click" } },
      ...delayedStimuli("click", 2_999, 3_000, 899_999, 902_999, 903_000),
      { label: "wake", event: { type: "wake" } },
      ...delayedStimuli("wake", 2_999, 3_000, 899_999, 900_000, 902_999, 903_000),
      { label: "wake after a missed click in another tab", event: { type: "wake", missed: true } },
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
      { label: "an old click of another tab", type: "tab.click", event: { type: "tab.click", at: 5 } },
      { label: "a missed click in another tab", event: { type: "test.missed", missed: true } },
      { label: "the computer sleeps 3000 ms", event: { type: "test.sleep" }, sleep: 3_000 },
      { label: "the computer sleeps 903000 ms", event: { type: "test.sleep" }, sleep: 903_000 },
      { label: "watch off", event: { type: "watch.off" } },
      { label: "watch on", event: { type: "watch.on" } },
      { label: "unlock", event: { type: "unlock.submit", password: "5f4d" } },
      { label: "password is right", event: { type: "xstate.done.actor.unlock", output: null } },
      {
        label: "password is wrong",
        event: { type: "xstate.error.actor.unlock", error: { kind: "refused", message: "密码错误" } },
      },
      {
        label: "another tab is unlocked",
        type: "tab.unlocked",
        event: ({ now }) => ({ type: "tab.unlocked", at: now, lockStored: false, missed: true }),
      },
      { label: "another tab is locked", event: { type: "tab.locked", lockStored: true } },
      {
        label: "a missed unlock in another tab",
        event: { type: "test.unlocked", lockStored: false, missed: true },
      },
      { label: "the lock is removed from storage", event: { type: "test.lockRemoved", lockStored: false } },
    ],
    invariant: ({ at, effects }) =>
      effects.includes("ends the session") && at !== "expired" ? `over, but in ${at}` : null,
  });

/** Signs out after idling, as specified. */
export const idleSubject = createIdleSubject("idle", "off");
/** Locks the screen after idling. */
export const idleLockSubject = createIdleSubject("idle (lock)", "lock");
/** Lock mode on a page with the stored state of an earlier one. */
export const idleReloadedSubjects = [
  createIdleSubject("idle (lock), reloaded when locked", "lock", { ago: 0, locked: true }),
  createIdleSubject("idle (lock), reloaded too late", "lock", { ago: 903_000, locked: false }),
  createIdleSubject("idle (lock), reloaded when due", "lock", { ago: 902_999, locked: false }),
] as const;
