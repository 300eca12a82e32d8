import type { Page } from "playwright-core";
import type { FromWorker, ToWorker } from "../../../../src/app/socket/protocol.ts";
import type { PathContext } from "../defineDriver.ts";

declare global {
  interface Window {
    /** A message of the socket's worker. */
    receive: (message: FromWorker) => void;
    /** A binary frame, through the port that the page has given to the worker last. */
    receiveBytes: (bytes: number[]) => void;
    /** Whether the page has told the socket's worker that a session starts. Before, it ignores the connection's status. */
    isSessionStarted: boolean;
  }
}

/**
 * Takes the place of the socket's worker, whose clock a test cannot advance; `drivers/socket.ts` tests the connection
 * itself.
 */
export const replaceSocketWorker = (page: Page) =>
  page.addInitScript(() => {
    const RealWorker = Worker;
    window.isSessionStarted = false;
    let binaryPort: MessagePort | null = null;
    window.receiveBytes = (bytes) => {
      const { buffer } = new Uint8Array(bytes);
      binaryPort?.postMessage(buffer, [buffer]);
    };
    class SocketWorker extends EventTarget {
      postMessage(message: ToWorker) {
        if (message.type === "session.start") window.isSessionStarted = true;
        if (message.type === "worker.binaryPort") binaryPort = message.port;
      }
      terminate() {}
    }
    window.Worker = new Proxy(RealWorker, {
      construct(target, [url, options]: [string | URL, WorkerOptions]) {
        if (!String(url).includes("socket.worker")) return new target(url, options);
        const worker = new SocketWorker();
        window.receive = (data) => void worker.dispatchEvent(new MessageEvent("message", { data }));
        return worker;
      },
    });
  });
/** Lets the page receive what the socket's worker would tell. */
export const receive = ({ page }: PathContext, message: FromWorker) =>
  page.evaluate((data) => window.receive(data), message);
/** The connection is down since so many ms of the page's clock. */
export const disconnect = ({ page }: PathContext, ms: number) =>
  page.evaluate(
    (age) =>
      window.receive({
        type: "worker.status",
        state: "waiting",
        status: { phase: "down", since: Date.now() - age, isSilent: false },
      }),
    ms,
  );
/** The connection is up. */
export const connect = (ctx: PathContext) =>
  receive(ctx, {
    type: "worker.status",
    state: { live: { online: "beating" } },
    status: { phase: "online", since: null, isSilent: false },
  });
