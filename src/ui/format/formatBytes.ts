const units = ["B", "KB", "MB", "GB"] as const;

/** Formats a file size with units of 1024: `812 B`, `3.4 MB`. */
export function formatBytes(bytes: number): string {
  const power = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), units.length - 1);
  const value = bytes / 1024 ** power;
  return `${power === 0 ? value : value.toFixed(1)} ${units[power]}`;
}
