/** Downloads a blob under a file name. */
export function saveFile(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.click();
  // The download holds the blob once the click's task has ended.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
