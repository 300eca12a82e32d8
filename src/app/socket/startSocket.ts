import type { StateValue } from "xstate";
import type { ConnectionStatus, IncomingFrame, SocketEvent } from "../../../machines/socketPort.ts";
import { createEmitter } from "../../pageApi/createEmitter.ts";
import type { FromWorker, ToWorker } from "./protocol.ts";

export interface SocketClient {
  readonly getStatus: () => ConnectionStatus;
  /** From when on a page has heard nothing: an outage that ends the connection later began then. */
  readonly reportSilence: (since: number | null) => void;
  /** The last reported state of the machine in the worker. */
  readonly getState: () => StateValue;
  readonly subscribe: (onChange: () => void) => () => void;
  readonly send: (event: SocketEvent) => void;
  /** Text frames, except those that the connection handles itself. */
  readonly onFrame: (listener: (frame: IncomingFrame) => void) => () => void;
  /** Sends binary frames to this port from now on, bypassing the page's thread. */
  readonly pipeBinaryTo: (port: MessagePort) => void;
  /** Closes the connection and terminates the worker. */
  readonly stop: () => void;
}

/** How long the worker may take to close the connection before it is terminated, ms. */
const closeGraceMs = 500;

/**
 * The page's side of the socket worker: mirrors its state and forwards events. The first message starts the worker.
 * The network's return and a look at the page hurry the connection.
 */
export function startSocket(ports: {
  readonly url: string;
  /** See `SocketPort`. */
  readonly mayBeSilent: boolean;
  readonly onKicked: () => void;
  readonly onRefused: () => void;
  /** Called for messages between page and worker; null without a recorder. */
  readonly onEvent: ((event: { readonly type: string }) => void) | null;
}): SocketClient {
  let worker: Worker | null = null;
  const changes = createEmitter();
  const frames = createEmitter<[IncomingFrame]>();
  let status: ConnectionStatus = { phase: "connecting", since: null, isSilent: false };
  let state: StateValue = "closed";
  let silentSince: number | null = null;
  let isWorkerSilent = false;
  let stopped = false;
  // A port may start the worker before the session starts; its state `closed` is ignored until then.
  let sessionStarted = false;
  const isSilent = () => isWorkerSilent || silentSince !== null;
  const setStatus = (newStatus: ConnectionStatus) => {
    const { phase, since } = newStatus;
    isWorkerSilent = newStatus.isSilent;
    // The beginning stays the same while an outage lasts.
    const began = status.since ?? Math.min(since ?? 0, silentSince ?? Number.POSITIVE_INFINITY);
    status = { phase, since: since === null ? null : began, isSilent: isSilent() };
    changes.emit();
  };
  const handleMessage = ({ data }: MessageEvent<FromWorker>) => {
    if (stopped) return;
    if (data.type !== "worker.status") ports.onEvent?.(data);
    if (data.type === "worker.kicked") ports.onKicked();
    else if (data.type === "worker.refused") ports.onRefused();
    else if (data.type === "worker.frame") frames.emit(data.frame);
    else if (sessionStarted) {
      state = data.state;
      setStatus(data.status);
    }
  };
  // The worker's code did not load, or the worker threw; its further messages are unreliable.
  const handleFailure = () => {
    if (stopped || status.phase === "broken") return;
    worker?.terminate();
    setStatus({ phase: "broken", since: status.since ?? Date.now(), isSilent: false });
  };
  const startWorker = () => {
    const newWorker = new Worker(new URL("../../worker/socket.worker.ts", import.meta.url), {
      type: "module",
    });
    newWorker.addEventListener("message", handleMessage);
    newWorker.addEventListener("error", handleFailure);
    newWorker.addEventListener("messageerror", handleFailure);
    newWorker.postMessage({
      type: "worker.start",
      url: ports.url,
      mayBeSilent: ports.mayBeSilent,
    } satisfies ToWorker);
    return newWorker;
  };
  const post = (message: ToWorker, transfer: Transferable[] = []) => {
    if (stopped) return;
    worker ??= startWorker();
    worker.postMessage(message, transfer);
  };
  const hurry = () => {
    if (sessionStarted && document.visibilityState === "visible" && navigator.onLine)
      post({ type: "connection.hurry" });
  };
  const hurryEvents = [
    [window, "online"],
    [window, "focus"],
    [document, "visibilitychange"],
  ] as const;
  for (const [target, name] of hurryEvents) target.addEventListener(name, hurry);
  return {
    getStatus: () => status,
    reportSilence(since) {
      silentSince = since;
      if (status.isSilent === isSilent()) return;
      status = { ...status, isSilent: isSilent() };
      changes.emit();
    },
    getState: () => state,
    subscribe: changes.subscribe,
    send(event) {
      ports.onEvent?.(event);
      sessionStarted ||= event.type === "session.start";
      post(event);
    },
    onFrame: frames.subscribe,
    pipeBinaryTo: (port) => post({ type: "worker.binaryPort", port }, [port]),
    stop() {
      if (worker) post({ type: "session.end" });
      stopped = true;
      for (const [target, name] of hurryEvents) target.removeEventListener(name, hurry);
      setTimeout(() => worker?.terminate(), closeGraceMs);
    },
  };
}

/** The socket's URL: at the configured host, or at this origin if only a path or nothing is configured. */
export function toSocketUrl(
  configuredHost: string,
  page: { readonly protocol: string; readonly host: string },
  path: string,
) {
  if (/^(?:\/|$)/.test(configuredHost))
    return `${page.protocol === "https:" ? "wss:" : "ws:"}//${page.host}${configuredHost}${path}`;
  const { pathname, search } = new URL(configuredHost);
  return pathname === "/" && search === "" ? `${configuredHost.replace(/\/$/, "")}${path}` : configuredHost;
}
