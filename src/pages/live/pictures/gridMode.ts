import type { VideoMode } from "../../../../machines/videoPort.ts";

/** FLV streams over HTTP that a page can keep open: a browser opens six connections to a server, two are for calls. */
const maxHttpStreams = 4;

interface GridStreams {
  /** As it was chosen. */
  readonly mode: VideoMode;
  /** Tasks in the cells. */
  readonly shown: readonly string[];
  /** Tasks whose FLV does not come over a WebSocket. */
  readonly withoutSocket: ReadonlySet<string>;
  readonly offered: ReadonlySet<VideoMode>;
}

/** How a grid is carried, and why it is not as it was chosen, or cannot be; null where it is. */
export function chooseGridMode({ mode, shown, withoutSocket, offered }: GridStreams): {
  readonly mode: VideoMode;
  readonly notice: string | null;
} {
  const httpStreams = shown.filter((id) => withoutSocket.has(id)).length;
  if (mode !== "flv" || httpStreams <= maxHttpStreams) return { mode, notice: null };
  const reason = `视频服务没有 WebSocket 方式的 FLV，浏览器最多同时打开 ${maxHttpStreams} 路`;
  if (offered.has("hls")) return { mode: "hls", notice: `${reason}，已改用 HLS。要用 FLV，请选 4 画面。` };
  const other = offered.has("webrtc") ? "请改用 WebRTC，或选 4 画面" : "请选 4 画面";
  return { mode, notice: `${reason}，其余画面会打不开。${other}。` };
}
