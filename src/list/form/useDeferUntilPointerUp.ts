import { useEffect, useRef } from "react";

/**
 * What ends a press: over a disabled control Chromium says `pointerup` alone, a finger's `mousedown` comes after its
 * `pointerup`, and a text that is dragged and a menu of the browser's own swallow both.
 */
const releaseEvents = ["pointerup", "mouseup", "dragend", "contextmenu"] as const;

/**
 * Puts off what moves things while a button of the mouse is pressed, until its click has been taken in: a control
 * that is moved from under the pressing pointer is never clicked. A tap of a finger is such a press too.
 */
export function useDeferUntilPointerUp(): (callback: () => void) => void {
  const isPressed = useRef(false);
  const deferred = useRef<(() => void)[]>([]);
  useEffect(() => {
    const handlePress = () => {
      isPressed.current = true;
    };
    const handleRelease = () => {
      isPressed.current = false;
      // The click comes right after the release, before any timer.
      setTimeout(() => {
        for (const callback of deferred.current.splice(0)) callback();
      });
    };
    window.addEventListener("mousedown", handlePress, true);
    for (const eventName of releaseEvents) window.addEventListener(eventName, handleRelease, true);
    // A window that is left hears no release.
    window.addEventListener("blur", handleRelease);
    return () => {
      window.removeEventListener("mousedown", handlePress, true);
      for (const eventName of releaseEvents) window.removeEventListener(eventName, handleRelease, true);
      window.removeEventListener("blur", handleRelease);
      isPressed.current = false;
      deferred.current = [];
    };
  }, []);
  return (callback) => {
    if (isPressed.current) deferred.current.push(callback);
    else callback();
  };
}
