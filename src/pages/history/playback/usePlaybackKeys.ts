import { useEffect } from "react";
import { findLastIndex } from "./moment.ts";
import { toKeyAction } from "./playbackKeys.ts";
import type { PlaybackServices } from "./playbackServices.ts";
import type { ShownFlight } from "./shownFlight.ts";

/** What the space bar presses. */
const pressable = "button, a, [type=checkbox], [type=radio]";
const windows = "[role=dialog], [role=menu], [role=listbox]";

/** What uses these keys itself: fields, lists, dialogs; buttons take the space bar, choices and the map the arrows. */
const ownKeys: readonly (readonly [keys: RegExp, selector: string])[] = [
  [/./, "input:not([type=range], [type=radio], [type=checkbox]), textarea, select, [contenteditable]"],
  [/./, windows],
  [/^[ ]$/, pressable],
  [/^(Arrow.*|Home|End)$/, "[role=application], [type=radio]"],
];

function usesKey(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return false;
  return ownKeys.some(([keys, selector]) => keys.test(key) && target.closest(selector) !== null);
}

/**
 * Plays by the keyboard while the page is shown.
 * @param getChosen the flight whose samples are stepped through
 * @param nextFlight moves to the beginning of the next flight
 */
export function usePlaybackKeys(
  { actor, clock }: PlaybackServices,
  getChosen: () => ShownFlight | undefined,
  nextFlight: () => void,
): void {
  useEffect(() => {
    let isFocusOfPointer = false;
    const handlePointer = () => {
      isFocusOfPointer = true;
    };
    /** A click leaves the focus on its button, which the space bar would press again instead of playing. */
    const releaseClicked = (target: EventTarget | null): boolean => {
      const isClicked =
        isFocusOfPointer &&
        target instanceof HTMLElement &&
        target.matches(pressable) &&
        target.closest(windows) === null;
      if (isClicked) target.blur();
      return isClicked;
    };
    const stepSample = (by: 1 | -1) => {
      const chosen = getChosen();
      if (!chosen) return;
      const { times } = chosen.flight;
      const timeMs = clock.now() - chosen.shiftMs;
      const index = findLastIndex(times, timeMs);
      const isBetween = index >= 0 && times[index] !== timeMs;
      const next = times[by === 1 ? index + 1 : isBetween ? index : index - 1];
      if (next === undefined) return;
      actor.send({ type: "player.pause" });
      actor.send({ type: "time.seek", ms: next + chosen.shiftMs });
    };
    const handleKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
      if (event.key === "Tab") isFocusOfPointer = false;
      const isReleased = event.key === " " && releaseClicked(event.target);
      if (!isReleased && usesKey(event.target, event.key)) return;
      const snapshot = actor.getSnapshot();
      const action = toKeyAction(event, {
        isPlaying: snapshot.hasTag("playing"),
        rate: snapshot.context.rate,
      });
      if (!action) return;
      event.preventDefault();
      if (action.type === "sample.step") stepSample(action.by);
      else if (action.type === "flight.next") nextFlight();
      else actor.send(action);
    };
    window.addEventListener("pointerdown", handlePointer, true);
    window.addEventListener("keydown", handleKey);
    return () => {
      window.removeEventListener("pointerdown", handlePointer, true);
      window.removeEventListener("keydown", handleKey);
    };
  }, [actor, clock, getChosen, nextFlight]);
}
