/** Limits of a list column's width that a person has chosen, px. */
export const columnWidthPx = { min: 60, max: 800 } as const;
/** Pinned columns at most, besides the main one: others must stay in view. */
export const maxPinned = 2;
