/** A list of choices scrolls from this height on, in px. */
const listHeight = 220;
/** What its frame adds above and below, in px. */
const frame = 10;

/**
 * For a list that opens before its choices are here: it takes the room that they may need from the first. A list
 * keeps the side of its field on which it opened, and one that grew there later would reach out of the window.
 */
export const roomForChoices = (awaited: boolean) => ({
  maxDropdownHeight: listHeight,
  styles: awaited ? { dropdown: { minHeight: listHeight + frame } } : {},
});

/** The same for a list of columns, which all have one height. */
export const roomForColumns = {
  maxDropdownHeight: listHeight,
  styles: { column: { height: listHeight } },
} as const;
