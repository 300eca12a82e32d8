import type { TransitionShape } from "./xstateInternals.ts";

/** Trigger of a transition: an event, a delay, a call's result or error, a final state, or none. */
export interface Trigger {
  readonly kind: "event" | "after" | "resolved" | "rejected" | "done" | "always";
  /** Name of the event, delay or call. */
  readonly name: string;
}

const kindByInternalEvent = {
  after: "after",
  "done.actor": "resolved",
  "error.actor": "rejected",
  "done.state": "done",
} as const;

/** Parses XState's event type. */
export function parseTrigger({ eventType }: TransitionShape): Trigger {
  const match = /^xstate\.(after|done\.actor|error\.actor|done\.state)\.(.+)$/.exec(eventType);
  if (!match) return { kind: eventType === "" ? "always" : "event", name: eventType };
  const [, kind = "", suffix = ""] = match;
  return {
    kind: kindByInternalEvent[kind as keyof typeof kindByInternalEvent],
    name: kind === "after" ? (suffix.split(".")[0] ?? "") : suffix,
  };
}
