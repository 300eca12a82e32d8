/** That a map shows only the first so many of something. */
export const formatCutLayer = (name: string, cutAt: number): string =>
  `${name}只显示前 ${cutAt.toLocaleString("zh-CN")} 个，可能还有更多`;
