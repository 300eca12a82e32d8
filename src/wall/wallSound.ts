import type { AlarmPriority } from "../../adapters/contract/alarm.ts";
import type { AlarmActor } from "../live/alarms/alarmServices.ts";
import type { AlarmSound } from "../live/alarms/alarmSound.ts";

/** A browser that wants a gesture first lets the output wait for it without end. */
const openWithinMs = 2_000;
/** For an output that was missing and is there now. */
const retryMs = 60_000;
const gestures = ["click", "keydown"] as const;

/** The sound of a wall: nobody there asks for tones of anything but a P1. */
export const toWallSound = ({ unlock, play }: AlarmSound) => ({
  unlock: () =>
    new Promise<void>((resolve, reject) => {
      setTimeout(() => reject(new Error("浏览器在有人点击之前不发声")), openWithinMs);
      unlock().then(resolve, reject);
    }),
  play: (priority: AlarmPriority) => {
    if (priority === "p1") play(priority);
  },
});

/** Opens the sound of a wall, again after each click and key, and once a minute, until the browser lets it. */
export function keepSound(
  actor: Pick<AlarmActor, "getSnapshot" | "send">,
  target: Pick<EventTarget, "addEventListener">,
): void {
  const open = () => {
    if (actor.getSnapshot().hasTag("soundLocked")) actor.send({ type: "sound.unlock" });
  };
  for (const gesture of gestures) target.addEventListener(gesture, open, { capture: true });
  setInterval(open, retryMs);
  open();
}
