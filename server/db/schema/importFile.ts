import { definePieces } from "./filePieces.ts";
import { importJobs } from "./importJob.ts";

/** Recordings that were uploaded and are not imported yet. */
export const importFiles = definePieces("import_files", () => importJobs.id);
