import { formatYuan } from "./formatYuan.ts";

/** Why the amount, in fen, cannot be registered as paid; null if it can. */
export const findPayAmountError = (dueFen: number, amountFen: number): string | null =>
  amountFen > dueFen ? `登记金额不能超过待付金额 ${formatYuan(dueFen)} 元` : null;
