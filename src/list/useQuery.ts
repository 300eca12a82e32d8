import { useEffect, useEffectEvent, useState } from "react";
import { toErrorInfo } from "../../machines/errorInfo.ts";
import { toCallError } from "./toCallError.ts";

export type QueryResult<T> =
  | { readonly state: "pending" }
  | { readonly state: "success"; readonly data: T }
  // The server's words, empty where it did not answer; whether it refuses, so that a retry would not help.
  | { readonly state: "error"; readonly message: string; readonly isRefused: boolean };

const describeFailure = (kind: string, message: string) =>
  kind === "unsupported"
    ? { message: "当前平台没有这项功能，如需使用请联系管理员", isRefused: true }
    : { message, isRefused: kind === "refused" };

/**
 * Fetches data for one part of the screen, again whenever `key` changes; late responses are ignored. A null `key`
 * fetches nothing. The console shows errors as toasts; the caller offers a retry, and may repeat the words where they concern the input. `refetch` begins anew; `reread`
 * keeps the data until there is newer.
 */
export function useQuery<T>(
  key: string | null,
  queryFn: (signal: AbortSignal) => Promise<T>,
): { readonly result: QueryResult<T>; readonly refetch: () => void; readonly reread: () => void } {
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
        const { kind, message } = toErrorInfo(toCallError(error));
        if (controller.signal.aborted) return;
        setSettled((previous) =>
          previous.key === key && previous.result.state === "success"
            ? previous
            : { key, result: { state: "error", ...describeFailure(kind, message) } },
        );
      },
    );
    return () => controller.abort();
  }, [key, attempt]);
  const reread = () => setAttempt((count) => count + 1);
  const refetch = () => {
    setSettled({ key, result: { state: "pending" } });
    reread();
  };
  return { result: settled.key === key ? settled.result : { state: "pending" }, refetch, reread };
}
