/** The embedded database does not open: its files are damaged or incomplete, or there is no space for it. */
export class DatabaseOpenError extends Error {
  override readonly name = "DatabaseOpenError";
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
  }
}
