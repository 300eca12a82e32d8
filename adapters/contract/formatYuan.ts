/** Whole fen as yuan for a form or a message: `10924.00`. */
export const formatYuan = (fen: number): string => (fen / 100).toFixed(2);
