import { useEffect, useEffectEvent, useState } from "react";
import { calledOrReported } from "./calledOrReported.ts";

export type Answer<T> =
  | { readonly state: "asking" }
  | { readonly state: "here"; readonly data: T }
  | { readonly state: "failed" };

/**
 * The answer to a read that a part of the screen needs by itself, asked again whenever `key` changes; an answer that
 * comes after that is ignored. `key` null asks nothing. Failures are said by the console; here they only offer a retry.
 */
export function useAnswer<T>(
  key: string | null,
  ask: (signal: AbortSignal) => Promise<T>,
): { readonly answer: Answer<T>; readonly again: () => void } {
  const [turn, setTurn] = useState(0);
  const [held, setHeld] = useState<{ key: string | null; answer: Answer<T> }>({
    key,
    answer: { state: "asking" },
  });
  const latest = useEffectEvent(ask);
  useEffect(() => {
    if (key === null) return;
    // What was asked before under this key and failed is being asked again.
    setHeld((before) =>
      before.key === key && before.answer.state === "failed" ? { key, answer: { state: "asking" } } : before,
    );
    const abort = new AbortController();
    const hold = (answer: Answer<T>) => {
      if (!abort.signal.aborted) setHeld({ key, answer });
    };
    latest(abort.signal).then(
      (data) => hold({ state: "here", data }),
      (error: unknown) => {
        calledOrReported(error);
        hold({ state: "failed" });
      },
    );
    return () => abort.abort();
  }, [key, turn]);
  const again = () => {
    setHeld({ key, answer: { state: "asking" } });
    setTurn((count) => count + 1);
  };
  return { answer: held.key === key ? held.answer : { state: "asking" }, again };
}
