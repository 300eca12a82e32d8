import type { TransitionShape } from "./xstateInternals.ts";

/** What a transition waits for: an event, a delay, a call's answer or failure, a final state, nothing at all. */
export interface Trigger {
  readonly kind: "event" | "after" | "resolved" | "rejected" | "done" | "always";
  /** Of the event, the delay or the call. */
  readonly name: string;
}

const kindByInternalEvent = {
  after: "after",
  "done.actor": "resolved",
  "error.actor": "rejected",
  "done.state": "done",
} as const;

/** Reads the trigger off the event type that XState has made of it. */
export function parseTrigger({ eventType }: TransitionShape): Trigger {
  const match = /^xstate\.(after|done\.actor|error\.actor|done\.state)\.(.+)$/.exec(eventType);
  if (!match) return { kind: eventType === "" ? "always" : "event", name: eventType };
  const [, kind = "", suffix = ""] = match;
  return {
    kind: kindByInternalEvent[kind as keyof typeof kindByInternalEvent],
    name: kind === "after" ? (suffix.split(".")[0] ?? "") : suffix,
  };
}
