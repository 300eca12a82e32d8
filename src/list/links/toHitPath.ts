import type { SearchHit } from "../../../adapters/contract/graphql/search.ts";
import { type RecordKind, toRecordPath } from "./recordLinks.ts";

/** What a hit's address is made of. */
type HitRef = Pick<SearchHit, "kind" | "id" | "companyId" | "parentId" | "status">;

/** A task that is over has no place on the live map: its flights are in the history. */
const liveStatuses = ["planned", "running"];

/** The addresses that show a hit, the best first: not every role may open each of them. */
function getCandidates({ kind, id, companyId, parentId, status }: HitRef): readonly string[] {
  const link = (record: RecordKind) => [toRecordPath(record, id)];
  switch (kind) {
    case "payment":
      return parentId === null ? [] : [toRecordPath("order", parentId)];
    case "task":
      return liveStatuses.includes(status) ? link("task") : [`/page/directive?taskId=${id}`];
    case "drone":
      return companyId === null
        ? link("drone")
        : [...link("drone"), `${toRecordPath("company", companyId)}?tab=drones&detail=${id}`];
    default:
      return link(kind);
  }
}

/** Where a hit leads; null if the role may open none of its pages. */
export const toHitPath = (hit: HitRef, canOpen: (address: string) => boolean): string | null =>
  getCandidates(hit).find(canOpen) ?? null;
