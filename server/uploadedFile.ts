/** An uploaded file in memory and on the disk, until its call is answered. */
export interface UploadedFile {
  readonly bytes: Buffer;
  readonly truncated: boolean;
  /** Moves the file within the data folder, where it stays. */
  readonly moveTo: (path: string) => Promise<void>;
}
