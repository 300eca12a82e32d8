import type { StateValue } from "xstate";
import type { IncomingFrame, SocketEvent } from "../../../machines/socket.machine.ts";

/** The connection as the page shows it; the machine itself runs in the worker, unless that is `broken`. */
export interface SocketView {
  readonly phase: "closed" | "connecting" | "online" | "down" | "kicked" | "refused" | "broken";
  /** Wall clock since when the line is down, ms; null while it never was, or is up. */
  readonly since: number | null;
}

/** From page to worker: where to connect, once, then the machine's events. */
export type ToWorker =
  | { readonly type: "worker.start"; readonly url: string }
  /** Where binary frames go. */
  | { readonly type: "worker.feed"; readonly port: MessagePort }
  | SocketEvent;

/** From worker to page. */
export type FromWorker =
  | { readonly type: "worker.view"; readonly view: SocketView; readonly state: StateValue }
  | { readonly type: "worker.frame"; readonly frame: IncomingFrame }
  | { readonly type: "worker.kicked" }
  | { readonly type: "worker.refused" };
