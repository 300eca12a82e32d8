import { and } from "drizzle-orm";
import { getMatch, rankHits } from "../../../adapters/contract/graphql/describeHit.ts";
import { type SearchHit, type SearchResult, searchKind } from "../../../adapters/contract/graphql/search.ts";
import { mayCall } from "../../../adapters/contract/mayCall.ts";
import type { Actor } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { toViewer } from "../../records/viewer.ts";
import { buildCandidates, isCandidate } from "./buildCandidates.ts";
import { type FoundRecord, searchSources } from "./searchSources.ts";

/**
 * Searches all kinds of records that the actor may list, side by side.
 * @param limit hits of each kind
 */
export async function searchRecords(
  db: Db,
  actor: Actor,
  text: string,
  limit: number,
): Promise<SearchResult> {
  const viewer = toViewer(actor);
  const kinds = searchKind.options.map(({ value }) => searchKind.schema.parse(value));
  const groups = await Promise.all(
    kinds.map(async (kind) => {
      const source = searchSources[kind];
      const candidates = mayCall(actor, source.list) ? buildCandidates(source, text) : null;
      if (candidates === null) return null;
      const found = await source.read(
        db,
        and(source.baseCondition, isCandidate(source.id, candidates)) ?? candidates,
        viewer,
      );
      const rewritten = source.rewrite?.(text) ?? text;
      const hits = rankHits(found.map((record) => toHit(kind, record, [text, rewritten])));
      return hits.length === 0 ? null : { kind, hits: hits.slice(0, limit), hasMore: hits.length > limit };
    }),
  );
  return { groups: groups.filter((group) => group !== null) };
}

/** @param texts the text, and its other notation */
function toHit(
  kind: SearchHit["kind"],
  { keys, at, amountFen, paidFen, redFen, parentId, ...record }: FoundRecord,
  texts: readonly string[],
): SearchHit {
  const matches = texts.map((text) => getMatch(text, keys));
  const match = (["exact", "prefix"] as const).find((one) => matches.includes(one)) ?? "other";
  return {
    ...record,
    kind,
    at: at.toISOString(),
    amountFen: amountFen ?? null,
    paidFen: paidFen ?? null,
    redFen: redFen ?? null,
    parentId: parentId ?? null,
    match,
  };
}
