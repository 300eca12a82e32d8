import { rem } from "@mantine/core";

/** Maximum height of a dropdown, px at the default font size; beyond that it scrolls. */
const listHeightPx = 220;
/** Height of its border and padding, px. */
const framePx = 10;

/** If neither side has enough room, uses the larger one. */
const comboboxProps = { middlewares: { flip: { fallbackStrategy: "bestFit" } } } as const;

/**
 * Gives a dropdown its full height while its options load. It stays on the side where it opened, so growing later
 * could exceed the window. Not for searches while typing: their results are often short.
 */
export const dropdownPlacement = (isLoading: boolean) => ({
  maxDropdownHeight: listHeightPx,
  comboboxProps,
  styles: isLoading ? { dropdown: { minHeight: rem(listHeightPx + framePx) } } : {},
});

const wrapText = { whiteSpace: "normal" } as const;

/** The same for a cascader, whose columns all have one size: long labels wrap. */
export const cascaderPlacement = {
  maxDropdownHeight: listHeightPx,
  comboboxProps,
  styles: { column: { height: rem(listHeightPx) }, columnEmpty: wrapText, columnOptionLabel: wrapText },
} as const;
