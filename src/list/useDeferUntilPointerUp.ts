import { useEffect, useRef } from "react";

/**
 * Events that end a press. Over a disabled control Chromium fires `pointerup` only; on touch `mousedown` follows
 * `pointerup`; dragged text and the browser's context menu swallow both.
 */
const releaseEvents = ["pointerup", "mouseup", "dragend", "contextmenu"] as const;

/**
 * Defers layout changes while a mouse button is pressed, until the click is handled: a control that moves away under
 * the pointer is never clicked. A tap counts as a press.
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
      // The click event follows the release before any timer.
      setTimeout(() => {
        for (const callback of deferred.current.splice(0)) callback();
      });
    };
    window.addEventListener("mousedown", handlePress, true);
    for (const eventName of releaseEvents) window.addEventListener(eventName, handleRelease, true);
    // A window without focus gets no release event.
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
