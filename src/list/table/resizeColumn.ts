import { limitWidth } from "../columns/columnLayout.ts";

/**
 * Follows the pointer with a column's right edge until it is released, and reports the width in px then; not if it
 * did not move. Bypasses React: a table has thousands of cells. Escape restores the width.
 * @param startX where the pointer went down
 * @param releasedX where it was released, if that was before this code was loaded
 */
export function resizeColumn(
  head: HTMLTableCellElement,
  startX: number,
  releasedX: number | null,
  onDone: (px: number) => void,
): void {
  const table = head.closest("table");
  const column = table?.querySelectorAll<HTMLElement>("col")[head.cellIndex];
  if (!table || !column) return;
  const startPx = head.offsetWidth;
  const before = { column: column.style.width, table: table.style.minWidth };
  let width: number | null = null;
  const follow = ({ clientX, buttons }: Pick<PointerEvent, "clientX" | "buttons">) => {
    // Released outside the window.
    if (buttons === 0) return end();
    if (width === null && Math.abs(clientX - startX) < 3) return;
    width = limitWidth(startPx + clientX - startX);
    column.style.width = `${width}px`;
    table.style.minWidth = `calc(${before.table} + ${width - startPx}px)`;
  };
  const end = () => {
    controller.abort();
    head.removeAttribute("data-resizing");
    if (width !== null) onDone(width);
  };
  const cancel = () => {
    width = null;
    column.style.width = before.column;
    table.style.minWidth = before.table;
    end();
  };
  const controller = new AbortController();
  if (releasedX !== null) {
    follow({ clientX: releasedX, buttons: 1 });
    return end();
  }
  const { signal } = controller;
  head.setAttribute("data-resizing", "");
  document.addEventListener("pointermove", follow, { signal });
  document.addEventListener("pointerup", end, { signal });
  document.addEventListener("pointercancel", cancel, { signal });
  document.addEventListener("keydown", ({ key }) => key === "Escape" && cancel(), { signal });
}
