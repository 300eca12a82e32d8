import { useEffect, useRef } from "react";

/** Gives the keyboard back to what a task was opened from, once its panel, with the button in focus, is gone. */
export function useRestorePanelFocus(taskId: string): void {
  const opened = useRef<{ readonly taskId: string; readonly from: Element | null } | null>(null);
  useEffect(() => {
    opened.current = { taskId, from: document.activeElement };
  }, [taskId]);
  useEffect(
    () => () => {
      const trigger = opened.current?.from;
      if (document.activeElement === document.body && trigger instanceof HTMLElement)
        trigger.focus({ preventScroll: true });
    },
    [],
  );
}
