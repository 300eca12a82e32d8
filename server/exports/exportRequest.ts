/** An export whose job is stored and that is to be written. */
export interface ExportRequest {
  readonly id: string;
  /** Its `X-Export-Id`, used to report progress and to cancel. */
  readonly exportId: string;
  readonly staffId: string;
  /** The session whose sockets receive its progress; null for one that another process has begun. */
  readonly sessionId: string | null;
  readonly rows: number;
  readonly write: (onProgress: (written: number) => void) => AsyncIterable<Uint8Array>;
  /** Whether a reader streams the file while it is written. An error then reaches that reader. */
  readonly isStreamed: boolean;
  /** Whether it starts some time after its job was stored, which may have ended meanwhile. */
  readonly mayHaveEnded?: boolean;
}
