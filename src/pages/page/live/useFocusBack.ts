import { useEffect, useRef } from "react";

/** Gives the keyboard back to what a task was opened from, once its panel, with the button in focus, is gone. */
export function useFocusBack(taskId: string): void {
  const opened = useRef<{ readonly taskId: string; readonly from: Element | null } | null>(null);
  useEffect(() => {
    opened.current = { taskId, from: document.activeElement };
  }, [taskId]);
  useEffect(
    () => () => {
      const from = opened.current?.from;
      if (document.activeElement === document.body && from instanceof HTMLElement)
        from.focus({ preventScroll: true });
    },
    [],
  );
}
