import { createActor } from "xstate";
import { openWebSocket } from "../../adapters/http/openWebSocket.ts";
import { isKeepAlive, parseServerFrames, readJsonBytes } from "../../adapters/http/parseServerFrames.ts";
import { readSpecified, toSpecifiedFrame } from "../../adapters/http/specifiedFrames.ts";
import { socketMachine } from "../../machines/socket.machine.ts";
import type { ConnectionStatus, SocketPort } from "../../machines/socketPort.ts";
import type { FromWorker, ToWorker } from "../app/socket/protocol.ts";

// A worker per tab: browsers throttle the timers of hidden tabs, which would stop the heartbeat.
declare const self: DedicatedWorkerGlobalScope;

const phases = ["kicked", "refused", "online", "connecting", "down", "crowdedOut"] as const;
const post = (message: FromWorker) => self.postMessage(message);

/** Receives the binary frames; they are dropped until it is set. */
let binaryPort: MessagePort | null = null;

function startMachine(url: string, mayBeSilent: boolean) {
  const port: SocketPort = {
    mayBeSilent,
    now: () => Date.now(),
    onFrame: (frame) => post({ type: "worker.frame", frame }),
    onKicked: () => post({ type: "worker.kicked" }),
    onRejected: () => post({ type: "worker.refused" }),
    open(listener) {
      const forward = (text: string) => {
        for (const frame of parseFrames(text)) {
          const message = mayBeSilent ? readSpecified(frame) : frame;
          if (message) listener.onMessage(message);
        }
      };
      const connection = openWebSocket(url, {
        onOpen: listener.onOpen,
        onText: forward,
        onBinary(bytes) {
          const text = readJsonBytes(bytes);
          if (text === null) binaryPort?.postMessage(bytes, [bytes]);
          else forward(text);
        },
        onClose: listener.onClose,
      });
      return {
        send(frame) {
          const sent = mayBeSilent ? toSpecifiedFrame(frame) : frame;
          if (sent) connection.send(JSON.stringify(sent));
        },
        close: connection.close,
      };
    },
  };
  const actor = createActor(socketMachine(port));
  actor.subscribe((snapshot) => {
    const phase: ConnectionStatus["phase"] = phases.find((tag) => snapshot.hasTag(tag)) ?? "closed";
    const { since, missedHeartbeats } = snapshot.context;
    // The last heartbeat still has time for its answer, unless the next one is due.
    const isResting = snapshot.matches({ live: { online: "resting" } });
    const status = { phase, since, isSilent: missedHeartbeats > (isResting ? 0 : 1) };
    post({ type: "worker.status", status, state: snapshot.value });
  });
  // Before the network is there, the one attempt would be wasted; its return is told by the page.
  watchWake(() => navigator.onLine && actor.send({ type: "connection.hurry" }));
  return actor.start();
}

const wakeCheckMs = 1_000;
/** A timer that comes so late means that the computer has slept. */
const sleptMs = 5_000;

/** Calls back whenever the computer has woken. */
function watchWake(onWake: () => void): void {
  let last = Date.now();
  setInterval(() => {
    const now = Date.now();
    if (now - last > wakeCheckMs + sleptMs) onWake();
    last = now;
  }, wakeCheckMs);
}

/** Parses a text frame by the contract; an invalid one is logged and dropped and must not close the connection. */
function parseFrames(text: string) {
  const frames = parseServerFrames(text, Date.now());
  if (frames.length === 0 && !isKeepAlive(text)) console.error("实时消息格式有误", text.slice(0, 200));
  return frames;
}

let actor: ReturnType<typeof startMachine> | null = null;
self.addEventListener("message", ({ data }: MessageEvent<ToWorker>) => {
  if (data.type === "worker.start") actor ??= startMachine(data.url, data.mayBeSilent);
  else if (data.type === "worker.binaryPort") binaryPort = data.port;
  else actor?.send(data);
});
