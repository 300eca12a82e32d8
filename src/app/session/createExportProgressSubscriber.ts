import { exportProgressData, socketTypes } from "../../../adapters/contract/socket.ts";
import type { IncomingFrame } from "../../../machines/socketPort.ts";
import type { ExportProgress } from "../../pageApi/usePageApi.ts";

type SubscribeFrames = (listener: (frame: IncomingFrame) => void) => () => void;

/** Progress of single exports, picked from the socket's frames. */
export function createExportProgressSubscriber(subscribeFrames: SubscribeFrames) {
  return (exportId: string, onProgress: (progress: ExportProgress) => void) =>
    subscribeFrames((frame) => {
      if (frame.type !== socketTypes.exportProgress) return;
      const progress = exportProgressData.safeParse(frame.data);
      if (progress.success && progress.data.exportId === exportId) onProgress(progress.data);
    });
}
