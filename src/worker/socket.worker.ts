import { createActor } from "xstate";
import { serverFrame } from "../../adapters/contract/socket.ts";
import { openLine } from "../../adapters/http/line.ts";
import { type ConnectionView, type SocketPort, socketMachine } from "../../machines/socket.machine.ts";
import type { FromWorker, ToWorker } from "../app/socket/protocol.ts";

// A worker of its own per tab: hidden tabs' timers are throttled, and the heartbeat must not be.
declare const self: DedicatedWorkerGlobalScope;

const phases = ["kicked", "refused", "online", "connecting", "down", "crowdedOut"] as const;
const tell = (message: FromWorker) => self.postMessage(message);

/** Where binary frames go; what comes before somebody wants them is dropped. */
let feed: MessagePort | null = null;

function start(url: string) {
  const port: SocketPort = {
    now: () => Date.now(),
    received: (frame) => tell({ type: "worker.frame", frame }),
    kicked: () => tell({ type: "worker.kicked" }),
    refused: () => tell({ type: "worker.refused" }),
    open(listener) {
      const line = openLine(url, {
        onOpen: listener.opened,
        onText(text) {
          const frame = frameOf(text);
          if (frame) listener.message(frame);
        },
        onBinary: (bytes) => feed?.postMessage(bytes, [bytes]),
        onClose: listener.dropped,
      });
      return { send: (frame) => line.send(JSON.stringify(frame)), close: line.close };
    },
  };
  const actor = createActor(socketMachine(port));
  actor.subscribe((snapshot) => {
    const phase: ConnectionView["phase"] = phases.find((tag) => snapshot.hasTag(tag)) ?? "closed";
    tell({ type: "worker.view", view: { phase, since: snapshot.context.since }, state: snapshot.value });
  });
  return actor.start();
}

/** A text frame that fits the contract; anything else is logged and dropped, it must not end the line. */
function frameOf(text: string) {
  try {
    const frame = serverFrame.safeParse(JSON.parse(text));
    if (frame.success) return frame.data;
  } catch {
    // Not JSON: said below like every other frame that does not fit.
  }
  console.error("实时消息格式有误", text.slice(0, 200));
  return null;
}

let actor: ReturnType<typeof start> | null = null;
self.addEventListener("message", ({ data }: MessageEvent<ToWorker>) => {
  if (data.type === "worker.start") actor ??= start(data.url);
  else if (data.type === "worker.feed") feed = data.port;
  else actor?.send(data);
});
