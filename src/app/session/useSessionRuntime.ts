import { createContext, use } from "react";
import type { SessionRuntime } from "./startSessionRuntime.ts";

export const SessionRuntimeContext = createContext<SessionRuntime | null>(null);

/** The runtime of the current session. */
export function useSessionRuntime(): SessionRuntime {
  const runtime = use(SessionRuntimeContext);
  if (!runtime) throw new Error("useSessionRuntime outside of the console");
  return runtime;
}
