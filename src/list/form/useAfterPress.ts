import { useEffect, useRef } from "react";

/**
 * What ends a press: over a disabled control Chromium says `pointerup` alone, a finger's `mousedown` comes after its
 * `pointerup`, and a text that is dragged and a menu of the browser's own swallow both.
 */
const ends = ["pointerup", "mouseup", "dragend", "contextmenu"] as const;

/**
 * Puts off what moves things while a button of the mouse is pressed, until its click has been taken in: a control
 * that is moved from under the pressing pointer is never clicked. A tap of a finger is such a press too.
 */
export function useAfterPress(): (act: () => void) => void {
  const pressed = useRef(false);
  const waiting = useRef<(() => void)[]>([]);
  useEffect(() => {
    const press = () => {
      pressed.current = true;
    };
    const release = () => {
      pressed.current = false;
      // The click comes right after the release, before any timer.
      setTimeout(() => {
        for (const act of waiting.current.splice(0)) act();
      });
    };
    window.addEventListener("mousedown", press, true);
    for (const end of ends) window.addEventListener(end, release, true);
    // A window that is left hears no release.
    window.addEventListener("blur", release);
    return () => {
      window.removeEventListener("mousedown", press, true);
      for (const end of ends) window.removeEventListener(end, release, true);
      window.removeEventListener("blur", release);
      pressed.current = false;
      waiting.current = [];
    };
  }, []);
  return (act) => {
    if (pressed.current) waiting.current.push(act);
    else act();
  };
}
