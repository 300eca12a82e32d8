import type { MouseEvent } from "react";

/** Whether the browser handles the click: new tab, new window or download. */
export const isModifiedClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button !== 0 || metaKey || ctrlKey || shiftKey || altKey;
