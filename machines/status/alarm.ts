import { setup, transition } from "xstate";
import { type AlarmState, alarmState } from "../../adapters/contract/alarm.ts";

/** States that wait for somebody's acknowledgement. */
export const waitingStates: readonly AlarmState[] = ["active", "cleared"];
/** States of an open alarm that asks nobody for anything now. */
export const quietStates: readonly AlarmState[] = ["shelved", "suppressed"];

const eventNames = [
  "raise",
  "escalate",
  "clear",
  "acknowledge",
  "shelve",
  "unshelve",
  "suppress",
  "release",
  "close",
] as const;
export type AlarmEventName = (typeof eventNames)[number];

interface AlarmContext {
  /** `p1` is the most urgent; of `escalate` the new one. */
  readonly priority: "p1" | "p2" | "p3" | "p4";
  readonly isAcknowledged: boolean;
  /** Its cause holds. */
  readonly isHolding: boolean;
  /** Somebody has closed it. */
  readonly isClosed: boolean;
}

/** The part of an alarm that the machine needs. */
export interface AlarmFacts extends AlarmContext {
  readonly state: AlarmState;
}

type GuardArgs = { readonly context: AlarmContext };

const guards = {
  "not P1": ({ context }: GuardArgs) => context.priority !== "p1",
  "P1, not acknowledged": ({ context }: GuardArgs) => context.priority === "p1" && !context.isAcknowledged,
  P1: ({ context }: GuardArgs) => context.priority === "p1",
  acknowledged: ({ context }: GuardArgs) => context.isAcknowledged,
  "cause holds": ({ context }: GuardArgs) => context.isHolding,
  "cause is over": ({ context }: GuardArgs) => !context.isHolding,
  "not closed, acknowledged": ({ context }: GuardArgs) => !context.isClosed && context.isAcknowledged,
  "not closed": ({ context }: GuardArgs) => !context.isClosed,
};

/** Life cycle of an alarm after ISA-18.2. */
const machine = setup({
  types: {} as { context: AlarmContext; events: { type: AlarmEventName }; input: AlarmContext },
  guards,
}).createMachine({
  id: "alarmStatus",
  initial: "active",
  context: ({ input }) => input,
  states: {
    active: {
      description: alarmState.label("active"),
      on: {
        raise: "active",
        escalate: "active",
        clear: [{ guard: "P1, not acknowledged", target: "cleared" }, { target: "gone" }],
        acknowledge: "acknowledged",
        shelve: { guard: "not P1", target: "shelved" },
        suppress: "suppressed",
        close: "gone",
      },
    },
    acknowledged: {
      description: alarmState.label("acknowledged"),
      on: {
        raise: "acknowledged",
        escalate: "active",
        clear: "gone",
        shelve: { guard: "not P1", target: "shelved" },
        suppress: "suppressed",
        close: "gone",
      },
    },
    cleared: {
      description: alarmState.label("cleared"),
      on: { raise: "active", escalate: "active", acknowledge: "gone", close: "gone" },
    },
    shelved: {
      description: alarmState.label("shelved"),
      on: {
        raise: "shelved",
        escalate: [{ guard: "P1", target: "active" }, { target: "shelved" }],
        clear: { guard: "cause holds", target: "shelved" },
        unshelve: [
          { guard: "cause is over", target: "gone" },
          { guard: "acknowledged", target: "acknowledged" },
          { target: "active" },
        ],
        close: "gone",
      },
    },
    suppressed: {
      description: alarmState.label("suppressed"),
      on: {
        raise: "suppressed",
        escalate: "suppressed",
        // Whoever acknowledges what explains it knows of it.
        clear: "gone",
        release: [{ guard: "acknowledged", target: "acknowledged" }, { target: "active" }],
        close: "gone",
      },
    },
    gone: {
      description: alarmState.label("gone"),
      on: {
        raise: [
          { guard: "not closed, acknowledged", target: "acknowledged" },
          { guard: "not closed", target: "active" },
        ],
        escalate: { guard: "not closed", target: "active" },
      },
    },
  },
});

/** State after an event, or null if the alarm's state does not allow it. */
function next({ state, ...context }: AlarmFacts, event: AlarmEventName): AlarmState | null {
  const snapshot = machine.resolveState({ value: state, context });
  if (!snapshot.can({ type: event })) return null;
  return transition(machine, snapshot, { type: event })[0].value;
}

/** Status machine of alarms, shared by the server (which applies it) and the console (which offers actions). */
export const alarmStatusMachine = {
  machine,
  next,
  /** Events that the alarm currently allows. */
  allowed: (facts: AlarmFacts): AlarmEventName[] => eventNames.filter((event) => next(facts, event) !== null),
  /** Chinese label of a state. */
  label: (state: AlarmState): string => alarmState.label(state),
} as const;
