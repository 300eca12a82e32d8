const grouped = new Intl.NumberFormat("zh-CN", { maximumFractionDigits: 20 });

/** `12,345` with thousands separators. */
export const formatNumber = (value: number): string => grouped.format(value);
