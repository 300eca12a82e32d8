import { useEffect, useEffectEvent, useState } from "react";
import { toCallError } from "./toCallError.ts";

export type QueryResult<T> =
  | { readonly state: "pending" }
  | { readonly state: "success"; readonly data: T }
  | { readonly state: "error" };

/**
 * Fetches data for one part of the screen, again whenever `key` changes; late responses are ignored. A null `key`
 * fetches nothing. The console shows errors as toasts; the caller only offers a retry.
 */
export function useQuery<T>(
  key: string | null,
  queryFn: (signal: AbortSignal) => Promise<T>,
): { readonly result: QueryResult<T>; readonly refetch: () => void } {
  const [attempt, setAttempt] = useState(0);
  const [settled, setSettled] = useState<{ key: string | null; result: QueryResult<T> }>({
    key,
    result: { state: "pending" },
  });
  const fetchLatest = useEffectEvent(queryFn);
  useEffect(() => {
    if (key === null) return;
    // A failed query with the same key is pending again.
    setSettled((previous) =>
      previous.key === key && previous.result.state === "error"
        ? { key, result: { state: "pending" } }
        : previous,
    );
    const controller = new AbortController();
    const store = (result: QueryResult<T>) => {
      if (!controller.signal.aborted) setSettled({ key, result });
    };
    fetchLatest(controller.signal).then(
      (data) => store({ state: "success", data }),
      (error: unknown) => {
        toCallError(error);
        store({ state: "error" });
      },
    );
    return () => controller.abort();
  }, [key, attempt]);
  const refetch = () => {
    setSettled({ key, result: { state: "pending" } });
    setAttempt((count) => count + 1);
  };
  return { result: settled.key === key ? settled.result : { state: "pending" }, refetch };
}
