/** A laptop in Shanghai whose owner wants nothing to move: no test waits for a drawer to slide. */
export const laptop = {
  locale: "zh-CN",
  timezoneId: "Asia/Shanghai",
  reducedMotion: "reduce",
  viewport: { width: 1366, height: 768 },
} as const;
