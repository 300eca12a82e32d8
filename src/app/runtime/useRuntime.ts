import { createContext, use } from "react";
import type { ConsoleRuntime } from "./startConsole.ts";

export const RuntimeContext = createContext<ConsoleRuntime | null>(null);

/** What this session's console runs on. */
export function useRuntime(): ConsoleRuntime {
  const runtime = use(RuntimeContext);
  if (!runtime) throw new Error("useRuntime outside of the console");
  return runtime;
}
