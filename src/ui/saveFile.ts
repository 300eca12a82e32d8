/** Hands a file to the browser's downloads under its name. */
export function saveFile(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.click();
  // The download has taken hold of the blob once the click's task is over.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
