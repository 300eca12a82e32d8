import { deleteResource, postOffer } from "../../adapters/http/whep.ts";
import type { StartPlayer } from "./player.ts";

/** Plays WebRTC by WHEP: an offer is posted, the answer comes back, the resource it names is deleted at the end. */
export const startWhepPlayer: StartPlayer = (video, url, { onError, onSound }) => {
  const connection = new RTCPeerConnection();
  const control = new AbortController();
  let resource: string | null = null;
  for (const kind of ["video", "audio"]) connection.addTransceiver(kind, { direction: "recvonly" });
  const stream = new MediaStream();
  connection.addEventListener("track", ({ track }) => {
    stream.addTrack(track);
    if (track.kind === "audio") onSound();
    else video.srcObject = stream;
  });
  connection.addEventListener("connectionstatechange", () => {
    if (connection.connectionState === "failed") onError("network");
  });
  const connect = async () => {
    await connection.setLocalDescription();
    const answer = await postOffer(url, connection.localDescription?.sdp ?? "", control.signal);
    resource = answer.resource;
    await connection.setRemoteDescription({ type: "answer", sdp: answer.sdp });
  };
  connect().catch(() => {
    if (!control.signal.aborted) onError("network");
  });
  return {
    // The receiver buffers hardly anything; the element does not show how much.
    getLatencyMs: () => null,
    stop: () => {
      control.abort();
      connection.close();
      video.srcObject = null;
      if (resource !== null) deleteResource(resource);
    },
  };
};
