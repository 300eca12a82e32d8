import { useEffect, useEffectEvent, useState } from "react";
import { toCallError } from "./toCallError.ts";

/** What the polls have brought. */
export interface Polled<T> {
  /** The last answer; null before the first. */
  readonly data: T | null;
  /** Whether the last poll failed. */
  readonly isFailed: boolean;
}

/**
 * Reads again and again while the page is visible; null before the first answer.
 * @param key what is read: with another one it begins anew; null reads nothing
 */
export function usePolled<T>(
  key: string | null,
  read: (signal: AbortSignal) => Promise<T>,
  intervalMs: number,
): Polled<T> | null {
  const [state, setState] = useState<(Polled<T> & { readonly key: string }) | null>(null);
  const readNow = useEffectEvent(read);
  useEffect(() => {
    if (key === null) return;
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const store = (next: (previous: T | null) => Polled<T>) => {
      if (controller.signal.aborted) return;
      setState((previous) => ({ key, ...next(previous?.key === key ? previous.data : null) }));
    };
    const poll = async () => {
      try {
        const data = await readNow(controller.signal);
        store(() => ({ data, isFailed: false }));
      } catch (error) {
        toCallError(error);
        store((data) => ({ data, isFailed: true }));
      }
      // The next poll waits for this answer: a slow server is not asked twice.
      if (!controller.signal.aborted) timer = setTimeout(() => void poll(), intervalMs);
    };
    void poll();
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [key, intervalMs]);
  return state?.key === key ? state : null;
}
