import type { StateValue } from "xstate";
import type { ConnectionView, IncomingFrame, SocketEvent } from "../../../machines/socket.machine.ts";
import type { FromWorker, ToWorker } from "./protocol.ts";

export interface SocketMirror {
  readonly view: () => ConnectionView;
  /** Of the machine in the worker, as last heard. */
  readonly state: () => StateValue;
  readonly subscribe: (changed: () => void) => () => void;
  readonly send: (event: SocketEvent) => void;
  /** Text frames that are not the connection's own affair. */
  readonly onFrame: (told: (frame: IncomingFrame) => void) => () => void;
  /** Binary frames go through this end of a channel from now on, without passing the page's thread. */
  readonly feed: (port: MessagePort) => void;
  /** Closes the connection deliberately and ends the worker. */
  readonly stop: () => void;
}

/** How long the worker may take to say goodbye before it is ended, ms. */
const farewellMs = 500;

/** The page's side of the socket worker: mirrors its snapshot, passes events on. The worker begins when it is first told something. */
export function startSocket(ports: {
  readonly url: string;
  readonly kicked: () => void;
  readonly refused: () => void;
  /** Hears what passes between page and worker, where somebody watches. */
  readonly told: ((event: { readonly type: string }) => void) | null;
}): SocketMirror {
  let worker: Worker | null = null;
  const changed = new Set<() => void>();
  const frames = new Set<(frame: IncomingFrame) => void>();
  let view: ConnectionView = { phase: "connecting", since: null };
  let state: StateValue = "closed";
  let stopped = false;
  // Before the session starts the worker may have been given a channel: that it is closed until then is no news.
  let asked = false;
  const show = (next: ConnectionView) => {
    view = next;
    for (const tell of changed) tell();
  };
  const hear = ({ data }: MessageEvent<FromWorker>) => {
    if (stopped) return;
    if (data.type !== "worker.view") ports.told?.(data);
    if (data.type === "worker.kicked") ports.kicked();
    else if (data.type === "worker.refused") ports.refused();
    else if (data.type === "worker.frame") for (const told of frames) told(data.frame);
    else if (asked) {
      state = data.state;
      show(data.view);
    }
  };
  // Its code could not be had, or it has failed: what it would still say is not to be relied on.
  const fail = () => {
    if (stopped || view.phase === "broken") return;
    worker?.terminate();
    show({ phase: "broken", since: view.since ?? Date.now() });
  };
  const begin = () => {
    const begun = new Worker(new URL("../../worker/socket.worker.ts", import.meta.url), { type: "module" });
    begun.addEventListener("message", hear);
    begun.addEventListener("error", fail);
    begun.addEventListener("messageerror", fail);
    begun.postMessage({ type: "worker.start", url: ports.url } satisfies ToWorker);
    return begun;
  };
  const post = (message: ToWorker, given: Transferable[] = []) => {
    if (stopped) return;
    worker ??= begin();
    worker.postMessage(message, given);
  };
  return {
    view: () => view,
    state: () => state,
    subscribe(tell) {
      changed.add(tell);
      return () => changed.delete(tell);
    },
    send(event) {
      ports.told?.(event);
      asked ||= event.type === "session.start";
      post(event);
    },
    onFrame(told) {
      frames.add(told);
      return () => frames.delete(told);
    },
    feed: (port) => post({ type: "worker.feed", port }, [port]),
    stop() {
      if (worker) post({ type: "session.end" });
      stopped = true;
      setTimeout(() => worker?.terminate(), farewellMs);
    },
  };
}

/** Where the socket is: the configured host, or this origin where none is configured. */
export function socketUrl(
  configured: string,
  page: { readonly protocol: string; readonly host: string },
  path: string,
) {
  const own = `${page.protocol === "https:" ? "wss:" : "ws:"}//${page.host}`;
  return `${configured === "" ? own : configured}${path}`;
}
