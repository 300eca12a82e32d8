import { useEffect, useRef } from "react";

/** What ends a press: a text that is dragged and a menu of the browser's own swallow the release. */
const ends = ["mouseup", "dragend", "contextmenu"] as const;

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
    return () => {
      window.removeEventListener("mousedown", press, true);
      for (const end of ends) window.removeEventListener(end, release, true);
      waiting.current = [];
    };
  }, []);
  return (act) => {
    if (pressed.current) waiting.current.push(act);
    else act();
  };
}
