import { type KeyboardEvent, useState } from "react";

/** Whether caps lock is on. Browsers report it only with key events, so it is unknown before the first one. */
export function useCapsLock() {
  const [on, setOn] = useState(false);
  const update = (event: KeyboardEvent) => setOn(event.getModifierState("CapsLock"));
  return { on, handlers: { onKeyDown: update, onKeyUp: update, onBlur: () => setOn(false) } };
}
