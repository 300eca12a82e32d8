import { type KeyboardEvent, useState } from "react";

/** Whether caps lock is on, as far as keys pressed in a field tell; the browser says it no other way. */
export function useCapsLock() {
  const [on, setOn] = useState(false);
  const update = (event: KeyboardEvent) => setOn(event.getModifierState("CapsLock"));
  return { on, handlers: { onKeyDown: update, onKeyUp: update, onBlur: () => setOn(false) } };
}
