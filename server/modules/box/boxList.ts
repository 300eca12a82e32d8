import { and, eq, isNotNull, isNull, lt, or } from "drizzle-orm";
import type * as z from "zod/mini";
import type { boxCalls } from "../../../adapters/contract/box.ts";
import { boxes } from "../../db/schema/box.ts";
import { defineListSource } from "../../list/listSource.ts";

const dayMs = 86_400_000;

/** The list of cloud boxes. */
export const boxList = defineListSource<z.output<typeof boxCalls.boxList.body>>()({
  table: boxes,
  id: boxes.id,
  createdAt: boxes.createdAt,
  baseCondition: isNull(boxes.deletedAt),
  search: boxes.search,
  sortable: {
    createdAt: boxes.createdAt,
    updatedAt: boxes.updatedAt,
    name: boxes.nameOrder,
    mac: boxes.mac,
    sn: boxes.sn,
    lastSeenAt: boxes.lastSeenAt,
    status: boxes.status,
  },
  filters: {
    companyId: (value) => eq(boxes.companyId, value),
    status: (value) => eq(boxes.status, value),
    binding: (value) => (value === "bound" ? isNotNull(boxes.companyId) : isNull(boxes.companyId)),
    offlineDays: (days, now) => {
      const since = new Date(now.getTime() - days * dayMs);
      // One that was never heard of is silent since it was entered.
      return or(lt(boxes.lastSeenAt, since), and(isNull(boxes.lastSeenAt), lt(boxes.createdAt, since)));
    },
  },
});
