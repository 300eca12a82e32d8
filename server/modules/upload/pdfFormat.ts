export const hasPdfHeader = (bytes: Buffer) => bytes.subarray(0, 5).toString("latin1") === "%PDF-";

/** A reader looks for the end of a PDF in its last kilobyte. */
export const hasPdfTrailer = (bytes: Buffer) => bytes.subarray(-1024).includes("%%EOF");
