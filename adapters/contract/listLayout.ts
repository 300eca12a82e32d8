import * as z from "zod/mini";
import { columnWidthPx } from "./columnLimits.ts";
import { defineCalls } from "./endpoint.ts";
import * as f from "./fields.ts";

/** Layouts that a person may have of one list. */
export const maxOwnLayouts = 20;
/** Layouts of one list that colleagues share: the latest. */
export const maxColleagueLayouts = 200;

const columnKey = z.string().check(z.regex(/^[A-Za-z0-9_.-]{1,60}$/));

/** How a column of a list stands. */
const listColumn = z.strictObject({
  key: columnKey,
  shown: z.boolean(),
  /** Stays in view at the left while the table scrolls. */
  pinned: z.optional(z.boolean()),
  width: z.optional(z.int().check(z.minimum(columnWidthPx.min), z.maximum(columnWidthPx.max))),
});
export type ListColumn = z.infer<typeof listColumn>;

const listColumns = z.array(listColumn).check(z.minLength(1), z.maxLength(100));
/** Name of a list, as its preferences have it: `company`. */
const listName = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,40}$/));

/** Columns of a list under a name. */
const listLayout = z.object({
  id: f.id,
  name: z.string(),
  columns: listColumns,
  /** Whether colleagues see it. */
  isShared: z.boolean(),
  isOwn: z.boolean(),
  staffName: z.string(),
});
export type ListLayout = z.infer<typeof listLayout>;

/**
 * Layouts of lists that people keep under a name, for themselves or for their colleagues. They say what is shown and
 * never who may see it, and whoever uses one gets a copy: like preferences they are not audited.
 */
export const listLayoutCalls = defineCalls({
  listLayoutList: {
    host: "api",
    method: "GET",
    path: "/x/listLayout/of/:list",
    summary: "列表布局",
    access: "session",
    params: z.object({ list: listName }),
    data: z.array(listLayout).check(z.maxLength(maxColleagueLayouts + maxOwnLayouts)),
  },
  /** Takes the place of one's own layout of that name. */
  listLayoutSave: {
    host: "api",
    method: "PUT",
    path: "/x/listLayout/of/:list",
    summary: "保存列表布局",
    access: "session",
    params: z.object({ list: listName }),
    body: z.strictObject({ name: f.name(1, 20), columns: listColumns, isShared: z.boolean() }),
    data: z.object({ id: f.id }),
  },
  listLayoutDelete: {
    host: "api",
    method: "DELETE",
    path: "/x/listLayout/:id",
    summary: "删除列表布局",
    access: "session",
    params: z.object({ id: f.id }),
  },
});
