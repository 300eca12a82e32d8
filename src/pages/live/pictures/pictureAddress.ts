import { isId } from "../../../../adapters/contract/fields.ts";
import type { VideoMode } from "../../../../machines/videoPort.ts";
import { decodePart } from "../../../live/decodePart.ts";
import { videoModes } from "../picture/offeredModes.ts";

/** Pictures that one grid shows. */
export const gridSizes = [4, 9] as const;
export type GridSize = (typeof gridSizes)[number];

/** Task ids by cell; null is a cell that was emptied. Cells beyond the end have never had a task. */
export type Cells = readonly (string | null)[];

/** What the address of the grid contains. */
export interface PictureAddress {
  readonly grid: GridSize;
  readonly mode: VideoMode;
  readonly cells: Cells;
}

const emptyCell = "-";

/** Parses the address. What is no task, and a task that is named twice, leaves an empty cell. */
export function parsePictureAddress(query: URLSearchParams): PictureAddress {
  const grid = gridSizes.find((size) => String(size) === query.get("grid")) ?? 4;
  const text = query.get("tasks") ?? "";
  const names = text === "" ? [] : text.split(",").slice(0, grid);
  return {
    grid,
    mode: videoModes.find((mode) => mode === query.get("mode")) ?? "flv",
    cells: names.map((name, index) => (names.indexOf(name) === index ? parseCell(name) : null)),
  };
}

function parseCell(name: string): string | null {
  const id = name === emptyCell ? "" : decodePart(name);
  return isId(id) ? id : null;
}

/** Writes the address to URL parameters; what is as usual is omitted. */
export function toPictureParams(
  { grid, mode, cells }: PictureAddress,
  current: URLSearchParams,
): URLSearchParams {
  const query = new URLSearchParams(current);
  const values = {
    grid: grid === 4 ? "" : String(grid),
    mode: mode === "flv" ? "" : mode,
    tasks: cells
      .slice(0, grid)
      .map((id) => (id === null ? emptyCell : encodeURIComponent(id)))
      .join(","),
  };
  for (const [name, value] of Object.entries(values)) {
    if (value === "") query.delete(name);
    else query.set(name, value);
  }
  return query;
}

/**
 * Gives cells that have never had a task the first flights that no cell shows.
 * @param flying task ids in the order of the list
 * @returns as many cells as there are flights for, at most `grid`
 */
export function fillCells(cells: Cells, grid: GridSize, flying: readonly string[]): Cells {
  const shown = cells.slice(0, grid);
  const others = flying.filter((id) => !shown.includes(id));
  return [...shown, ...others.slice(0, grid - shown.length)];
}

/** Shows a task in a cell, or none. A task that another cell shows changes places with this one's. */
export function chooseTask(cells: Cells, index: number, id: string | null): Cells {
  const length = Math.max(cells.length, index + 1);
  const before = cells[index] ?? null;
  return Array.from({ length }, (_, cell) => {
    if (cell === index) return id;
    const shown = cells[cell] ?? null;
    return id !== null && shown === id ? before : shown;
  });
}
