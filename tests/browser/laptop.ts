/** A laptop in Shanghai. Reduced motion, so that no test waits for animations. */
export const laptop = {
  locale: "zh-CN",
  timezoneId: "Asia/Shanghai",
  reducedMotion: "reduce",
  viewport: { width: 1366, height: 768 },
} as const;
