import { createContext, use } from "react";
import type { SessionRuntime } from "./startSessionRuntime.ts";

export const SessionRuntimeContext = createContext<SessionRuntime | null>(null);

/** What this session's console runs on. */
export function useSessionRuntime(): SessionRuntime {
  const runtime = use(SessionRuntimeContext);
  if (!runtime) throw new Error("useSessionRuntime outside of the console");
  return runtime;
}
