import { useSyncExternalStore } from "react";
import type { ConnectionStatus } from "../../../machines/socketPort.ts";
import { useSessionRuntime } from "../session/useSessionRuntime.ts";

/** The current status of the live connection. */
export function useConnection(): ConnectionStatus {
  const { socket } = useSessionRuntime();
  return useSyncExternalStore(socket.subscribe, socket.getStatus);
}
