import { useSyncExternalStore } from "react";
import { useRuntime } from "../runtime/useRuntime.ts";
import type { SocketView } from "./protocol.ts";

/** The live connection as it stands now. */
export function useConnection(): SocketView {
  const { socket } = useRuntime();
  return useSyncExternalStore(socket.subscribe, socket.view);
}
