import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { FromWorker, ToWorker } from "../../src/app/socket/protocol.ts";
import { startSocket } from "../../src/app/socket/startSocket.ts";

/** Records the messages that the page posts and its termination; the test emits the worker's messages. */
class FakeWorker extends EventTarget {
  static instances: FakeWorker[] = [];
  readonly received: string[] = [];
  constructor() {
    super();
    FakeWorker.instances.push(this);
  }
  postMessage({ type }: ToWorker) {
    this.received.push(type);
  }
  terminate() {
    this.received.push("terminated");
  }
  emit(data: FromWorker) {
    this.dispatchEvent(new MessageEvent("message", { data }));
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  FakeWorker.instances = [];
  vi.stubGlobal("Worker", FakeWorker);
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const createCallbacks = () => ({
  onKicked: vi.fn<() => void>(),
  onRefused: vi.fn<() => void>(),
  onEvent: null,
});

function startTestSocket() {
  const callbacks = createCallbacks();
  const socket = startSocket({ url: "ws://console.example/ws", mayBeSilent: false, ...callbacks });
  socket.send({ type: "session.start", userId: "7", token: "t1" });
  const [worker] = FakeWorker.instances;
  if (!worker) throw new Error("no worker was started");
  return { socket, worker, callbacks };
}

test("`stop` ends the session in the worker and terminates it 500 ms later", () => {
  const { socket, worker } = startTestSocket();
  socket.stop();
  expect(worker.received).toEqual(["worker.start", "session.start", "session.end"]);
  vi.advanceTimersByTime(499);
  expect(worker.received.at(-1)).toBe("session.end");
  vi.advanceTimersByTime(1);
  expect(worker.received.at(-1)).toBe("terminated");
});

test("after `stop`, messages from and to the worker are dropped", () => {
  const { socket, worker, callbacks } = startTestSocket();
  const onChange = vi.fn<() => void>();
  socket.subscribe(onChange);
  socket.stop();
  worker.emit({ type: "worker.kicked" });
  worker.emit({ type: "worker.refused" });
  worker.emit({ type: "worker.status", status: { phase: "down", since: 1, isSilent: false }, state: "down" });
  socket.send({ type: "session.start", userId: "7", token: "t2" });
  const { onKicked, onRefused } = callbacks;
  expect([onKicked.mock.calls, onRefused.mock.calls, onChange.mock.calls]).toEqual([[], [], []]);
  expect(worker.received.at(-1)).toBe("session.end");
});

test("a socket that is stopped before its first message starts no worker", () => {
  startSocket({ url: "ws://console.example/ws", mayBeSilent: false, ...createCallbacks() }).stop();
  vi.advanceTimersByTime(500);
  expect(FakeWorker.instances).toEqual([]);
});

const onlineStatus = (isSilent: boolean): FromWorker => ({
  type: "worker.status",
  status: { phase: "online", since: null, isSilent },
  state: "online",
});

test("the line is silent as soon as the worker or a page says so, until both hear again", () => {
  const { socket, worker } = startTestSocket();
  const seen: boolean[] = [];
  socket.subscribe(() => seen.push(socket.getStatus().isSilent));
  worker.emit(onlineStatus(false));
  socket.reportSilence(5);
  // A page says it with each of its states.
  socket.reportSilence(5);
  worker.emit(onlineStatus(true));
  socket.reportSilence(null);
  worker.emit(onlineStatus(false));
  expect(seen).toEqual([false, true, true, false]);
  expect(socket.getStatus()).toEqual({ phase: "online", since: null, isSilent: false });
});

test("the network's return and a look at the page hurry the connection, until it is stopped", () => {
  const { socket, worker } = startTestSocket();
  const hurried = () => worker.received.filter((type) => type === "connection.hurry").length;
  vi.stubGlobal("navigator", { onLine: false });
  window.dispatchEvent(new Event("focus"));
  // The one attempt would be wasted before the network is there.
  expect(hurried()).toBe(0);
  vi.stubGlobal("navigator", { onLine: true });
  window.dispatchEvent(new Event("online"));
  window.dispatchEvent(new Event("focus"));
  document.dispatchEvent(new Event("visibilitychange"));
  expect(hurried()).toBe(3);
  Object.assign(document, { visibilityState: "hidden" });
  document.dispatchEvent(new Event("visibilitychange"));
  expect(hurried()).toBe(3);
  Object.assign(document, { visibilityState: "visible" });
  socket.stop();
  window.dispatchEvent(new Event("online"));
  expect(hurried()).toBe(3);
});
