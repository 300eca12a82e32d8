import { exportJobs } from "./exportJob.ts";
import { definePieces } from "./filePieces.ts";

/** Files of finished exports. */
export const exportFiles = definePieces("export_files", () => exportJobs.id);
