import type { BuiltImport } from "./buildImport.ts";
import type { RecordingFault } from "./formats/recordedFlight.ts";

/** What the thread that reads a recording is started with. */
export interface ImportRequest {
  /** Its extension is the format. */
  readonly fileName: string;
  readonly filePath: string;
  /** Of times that have none. */
  readonly zone: string | null;
  /** Server's time, UTC ms. */
  readonly nowMs: number;
}

/** The one message of the thread. */
export type ImportReply =
  | { readonly built: BuiltImport }
  | { readonly fault: RecordingFault; readonly told: string | null; readonly message: string };
