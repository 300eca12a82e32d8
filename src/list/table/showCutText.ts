import type { SyntheticEvent } from "react";

/** A pinned cell is wider than itself by its shadow, which is not cut. */
const isCut = (element: Element) =>
  element.scrollWidth > element.clientWidth && getComputedStyle(element).overflowX === "hidden";

/** Gives the cell under the pointer all of its text as a tooltip while it shows less than that. */
export function showCutText({ target }: SyntheticEvent): void {
  const cell = target instanceof Element ? target.closest("td") : null;
  if (cell) cell.title = [cell, ...cell.querySelectorAll("*")].some(isCut) ? cell.innerText : "";
}
