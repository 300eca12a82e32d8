/** Formats a duration for a sentence: `12.6 秒`, `3 分 05 秒`, `1 小时 02 分`. */
export function formatDuration(ms: number): string {
  if (ms < 59_950) return `${Number((ms / 1000).toFixed(1))} 秒`;
  const seconds = Math.round(ms / 1000);
  const pad = (value: number) => String(value).padStart(2, "0");
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} 分 ${pad(seconds % 60)} 秒`;
  return `${Math.floor(seconds / 3_600)} 小时 ${pad(Math.floor((seconds % 3_600) / 60))} 分`;
}

/** Formats a position on the clock: `03:05`, `1:02:03`; before the zero with a minus sign. */
export function formatElapsed(ms: number): string {
  const seconds = Math.floor(Math.abs(ms) / 1000);
  const pad = (value: number) => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor((seconds % 3_600) / 60)];
  const text = `${hours > 0 ? `${hours}:${pad(minutes)}` : pad(minutes)}:${pad(seconds % 60)}`;
  return ms < 0 && seconds > 0 ? `−${text}` : text;
}
