import { exportProgressData, socketTypes } from "../../../adapters/contract/socket.ts";
import type { IncomingFrame } from "../../../machines/socket.machine.ts";
import type { ExportProgress } from "../../console/useConsole.ts";

type Frames = (told: (frame: IncomingFrame) => void) => () => void;

/** Progress of single exports, picked from the socket's frames. */
export function exportProgress(frames: Frames) {
  return (exportId: string, told: (progress: ExportProgress) => void) =>
    frames((frame) => {
      if (frame.type !== socketTypes.exportProgress) return;
      const progress = exportProgressData.safeParse(frame.data);
      if (progress.success && progress.data.exportId === exportId) told(progress.data);
    });
}
