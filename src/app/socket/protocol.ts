import type { StateValue } from "xstate";
import type { ConnectionStatus, IncomingFrame, SocketEvent } from "../../../machines/socketPort.ts";

/** From page to worker: the URL first, once, then the machine's events. */
export type ToWorker =
  | { readonly type: "worker.start"; readonly url: string; readonly mayBeSilent: boolean }
  /** Receives the binary frames. */
  | { readonly type: "worker.binaryPort"; readonly port: MessagePort }
  | SocketEvent;

/** From worker to page; the machine itself runs in the worker. */
export type FromWorker =
  | { readonly type: "worker.status"; readonly status: ConnectionStatus; readonly state: StateValue }
  | { readonly type: "worker.frame"; readonly frame: IncomingFrame }
  | { readonly type: "worker.kicked" }
  | { readonly type: "worker.refused" };
