const yuan = new Intl.NumberFormat("zh-CN", {
  style: "currency",
  currency: "CNY",
  currencyDisplay: "narrowSymbol",
});

/** `¥1,234.50` of whole fen. */
export const formatMoney = (fen: number): string => yuan.format(fen / 100);
