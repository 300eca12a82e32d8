import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { AnyRow, Column } from "../../src/list/listDefinition.ts";
import { renderCell } from "../../src/list/table/renderCell.tsx";

const dayMs = 86_400_000;
const column = { key: "expireAt", title: "到期时间", width: 112, as: "expiry" } as unknown as Column<AnyRow>;
const render = (daysLeft: number) => {
  const expireAt = new Date(Date.now() + daysLeft * dayMs).toISOString();
  return renderToStaticMarkup(renderCell(column, { id: "1", expireAt } as AnyRow));
};

it("a day on which something ends is red from 30 days before, and once it is over", () => {
  for (const days of [-400, -1, 0.5, 29.5])
    expect(render(days)).toMatch(/^<span class=".+">\d{4}-\d\d-\d\d<\/span>$/);
  for (const days of [31, 400]) expect(render(days)).toMatch(/^\d{4}-\d\d-\d\d$/);
});
