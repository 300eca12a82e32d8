/**
 * Leaves the focus where it is while a button is pressed: a field that is left says what is wrong with it, and the
 * line that this adds would move the button away from under the pointer before the click.
 */
export const keepFocus = (event: { readonly preventDefault: () => void }): void => event.preventDefault();
