/** A laptop in Shanghai. */
export const laptop = {
  locale: "zh-CN",
  timezoneId: "Asia/Shanghai",
  viewport: { width: 1366, height: 768 },
} as const;
