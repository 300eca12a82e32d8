import { parentPort, workerData } from "node:worker_threads";
import { decodeStoredTrack } from "../../recording/storedTrack.ts";
import type { PreviewFlight, PreviewReply, PreviewRequest } from "./previewProtocol.ts";
import { createReplayTrack } from "./replayTrack.ts";

// Cast: the thread is started by `previewRule` only, and so are its messages.
const { rule, zones, now } = workerData as PreviewRequest;
const replay = createReplayTrack(rule, zones, now);

parentPort?.on("message", (flights: readonly PreviewFlight[]) => {
  const reply: PreviewReply = flights.map(({ flightId, plan, clockOffsetMs, chunks }) => {
    const rows = chunks.map((chunk) => ({ ...chunk, bytes: Buffer.from(chunk.bytes) }));
    return { flightId, raisedAt: replay(decodeStoredTrack(rows, clockOffsetMs), plan) };
  });
  parentPort?.postMessage(reply);
});
