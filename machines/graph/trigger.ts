import type { TransitionShape } from "./seam.ts";

/** What a transition waits for: an event, a delay, a call's answer or failure, a final state, nothing at all. */
export interface Trigger {
  readonly kind: "event" | "after" | "answers" | "fails" | "done" | "always";
  /** Of the event, the delay or the call. */
  readonly name: string;
}

const internal = {
  after: "after",
  "done.actor": "answers",
  "error.actor": "fails",
  "done.state": "done",
} as const;

/** Reads the trigger off the event type that XState has made of it. */
export function triggerOf({ eventType }: TransitionShape): Trigger {
  const found = /^xstate\.(after|done\.actor|error\.actor|done\.state)\.(.+)$/.exec(eventType);
  if (!found) return { kind: eventType === "" ? "always" : "event", name: eventType };
  const [, kind = "", rest = ""] = found;
  return {
    kind: internal[kind as keyof typeof internal],
    name: kind === "after" ? (rest.split(".")[0] ?? "") : rest,
  };
}
