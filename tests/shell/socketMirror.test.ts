import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { FromWorker, ToWorker } from "../../src/app/socket/protocol.ts";
import { startSocket } from "../../src/app/socket/startSocket.ts";

/** What the page tells its worker, and the worker's end; it answers what the test says. */
class WorkerUnderTest extends EventTarget {
  static made: WorkerUnderTest[] = [];
  readonly told: string[] = [];
  constructor() {
    super();
    WorkerUnderTest.made.push(this);
  }
  postMessage({ type }: ToWorker) {
    this.told.push(type);
  }
  terminate() {
    this.told.push("terminated");
  }
  says(data: FromWorker) {
    this.dispatchEvent(new MessageEvent("message", { data }));
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  WorkerUnderTest.made = [];
  vi.stubGlobal("Worker", WorkerUnderTest);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const createListener = () => ({
  onKicked: vi.fn<() => void>(),
  onRefused: vi.fn<() => void>(),
  onEvent: null,
});

function startTestSocket() {
  const callbacks = createListener();
  const socket = startSocket({ url: "ws://console.example/ws", ...callbacks });
  socket.send({ type: "session.start", userId: "7", token: "t1" });
  const [worker] = WorkerUnderTest.made;
  if (!worker) throw new Error("no worker was started");
  return { socket, worker, heard: callbacks };
}

test("the end of a session is told to the worker, which has 500 ms to close the connection before it is ended", () => {
  const { socket, worker } = startTestSocket();
  socket.stop();
  expect(worker.told).toEqual(["worker.start", "session.start", "session.end"]);
  vi.advanceTimersByTime(499);
  expect(worker.told.at(-1)).toBe("session.end");
  vi.advanceTimersByTime(1);
  expect(worker.told.at(-1)).toBe("terminated");
});

test("what a worker still says after that is heard by nobody, and nothing is told to it", () => {
  const { socket, worker, heard } = startTestSocket();
  const changed = vi.fn<() => void>();
  socket.subscribe(changed);
  socket.stop();
  worker.says({ type: "worker.kicked" });
  worker.says({ type: "worker.refused" });
  worker.says({ type: "worker.status", status: { phase: "down", since: 1 }, state: "down" });
  socket.send({ type: "session.start", userId: "7", token: "t2" });
  expect([heard.onKicked.mock.calls, heard.onRefused.mock.calls, changed.mock.calls]).toEqual([[], [], []]);
  expect(worker.told.at(-1)).toBe("session.end");
});

test("a session without a connection ends without a worker", () => {
  startSocket({ url: "ws://console.example/ws", ...createListener() }).stop();
  vi.advanceTimersByTime(500);
  expect(WorkerUnderTest.made).toEqual([]);
});
