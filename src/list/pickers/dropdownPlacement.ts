import { rem } from "@mantine/core";

/** A list of choices scrolls from this height on, in px at the usual size of text. */
const listHeightPx = 220;
/** What its frame adds above and below, in the same. */
const framePx = 10;

/** Where neither side of the field has that room, the list goes to the side that has more. */
const comboboxProps = { middlewares: { flip: { fallbackStrategy: "bestFit" } } } as const;

/**
 * For a list that opens before its choices are here: it takes the room that they may need from the start. A list
 * keeps the side of its field on which it opened, and one that grew there later would reach out of the window. What is
 * found while one types does not count as loading: it is short as often as not.
 */
export const dropdownPlacement = (isLoading: boolean) => ({
  maxDropdownHeight: listHeightPx,
  comboboxProps,
  styles: isLoading ? { dropdown: { minHeight: rem(listHeightPx + framePx) } } : {},
});

const wrapText = { whiteSpace: "normal" } as const;

/** The same for a list of columns, which all have one height and one width: what is longer goes on below. */
export const cascaderPlacement = {
  maxDropdownHeight: listHeightPx,
  comboboxProps,
  styles: { column: { height: rem(listHeightPx) }, columnEmpty: wrapText, columnOptionLabel: wrapText },
} as const;
