import { useEffect, useEffectEvent, useState } from "react";
import { toCallError } from "./toCallError.ts";

export type QueryResult<T> =
  | { readonly state: "asking" }
  | { readonly state: "here"; readonly data: T }
  | { readonly state: "failed" };

/**
 * The answer to a read that a part of the screen needs by itself, asked again whenever `settingKey` changes; an answer that
 * comes after that is ignored. `settingKey` null asks nothing. Failures are said by the console; here they only offer a retry.
 */
export function useQuery<T>(
  key: string | null,
  queryFn: (signal: AbortSignal) => Promise<T>,
): { readonly result: QueryResult<T>; readonly refetch: () => void } {
  const [attempt, setAttempt] = useState(0);
  const [settled, setSettled] = useState<{ key: string | null; answer: QueryResult<T> }>({
    key,
    answer: { state: "asking" },
  });
  const fetchLatest = useEffectEvent(queryFn);
  useEffect(() => {
    if (key === null) return;
    // What was asked before under this key and failed is being asked again.
    setSettled((previous) =>
      previous.key === key && previous.answer.state === "failed"
        ? { key, answer: { state: "asking" } }
        : previous,
    );
    const controller = new AbortController();
    const store = (result: QueryResult<T>) => {
      if (!controller.signal.aborted) setSettled({ key, answer: result });
    };
    fetchLatest(controller.signal).then(
      (data) => store({ state: "here", data }),
      (error: unknown) => {
        toCallError(error);
        store({ state: "failed" });
      },
    );
    return () => controller.abort();
  }, [key, attempt]);
  const refetch = () => {
    setSettled({ key, answer: { state: "asking" } });
    setAttempt((count) => count + 1);
  };
  return { result: settled.key === key ? settled.answer : { state: "asking" }, refetch };
}
