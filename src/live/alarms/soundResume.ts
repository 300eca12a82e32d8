import type { TabStorage } from "../../../adapters/http/tabStorage.ts";

/** Shown while the browser plays nothing after a reload. */
export const soundBlockedText = "声音被浏览器阻止，点击任意处恢复";

/** In the storage of one tab: it is there after a reload, and not in another tab. */
const storageKey = "alarms.sound";

/** Of what somebody does, that after which browsers play sound. */
const gestures = ["click", "keydown"] as const;

export interface SoundResume {
  /** Whether the sound was on before the page was loaded anew: the first click or key turns it on again. */
  readonly isWanted: boolean;
  /** Notes for the next load whether the sound is on. */
  readonly remember: (isOn: boolean) => void;
  readonly stop: () => void;
}

/**
 * Turns the sound on again that a reload has silenced: browsers play none before somebody clicks or presses a key.
 * @param target of the gestures
 * @param isGesture whether the browser takes what has just happened for one: not each key is
 * @param onGesture called for each of them where the sound was on; what it finds on is left alone
 */
export function createSoundResume(
  storage: TabStorage,
  target: Pick<EventTarget, "addEventListener" | "removeEventListener">,
  isGesture: () => boolean,
  onGesture: () => void,
): SoundResume {
  const isWanted = storage.getItem(storageKey) !== null;
  const handle = () => {
    // Somebody may have muted it since.
    if (isGesture() && storage.getItem(storageKey) !== null) onGesture();
  };
  if (isWanted) for (const gesture of gestures) target.addEventListener(gesture, handle, { capture: true });
  return {
    isWanted,
    remember: (isOn) => {
      if (isOn) storage.setItem(storageKey, "on");
      else storage.removeItem(storageKey);
    },
    stop: () => {
      for (const gesture of gestures) target.removeEventListener(gesture, handle, { capture: true });
      storage.removeItem(storageKey);
    },
  };
}
