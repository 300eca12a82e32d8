import { useSyncExternalStore } from "react";
import type { ConnectionView } from "../../../machines/socket.machine.ts";
import { useRuntime } from "../runtime/useRuntime.ts";

/** The live connection as it stands now. */
export function useConnection(): ConnectionView {
  const { socket } = useRuntime();
  return useSyncExternalStore(socket.subscribe, socket.view);
}
