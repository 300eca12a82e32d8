import type { Endpoint } from "../../adapters/contract/endpoint.ts";
import { parsePhoneKeyword } from "../../adapters/contract/parsePhoneKeyword.ts";
import { writeAudit } from "../audit/writeAudit.ts";
import type { Actor } from "../call.ts";
import type { Platform } from "../platform.ts";
import { maskPhoneKeyword } from "../records/maskKeyword.ts";
import type { PhoneSearchLimiter } from "./phoneSearchLimiter.ts";

type SearchPlatform = Pick<Platform, "callDb" | "clock" | "newId"> & {
  readonly phoneSearches: PhoneSearchLimiter;
};

interface SearchCall {
  readonly endpoint: Endpoint;
  readonly actor: Actor | null;
  readonly address: string;
  readonly reqId: string;
  /** The keyword among the call's other conditions. */
  readonly conditions: { readonly keyword?: string | undefined };
}

/**
 * Runs a search. One by phone number counts against the person's limit, and its audit row is written before the reply:
 * who, when, from where, which list, the masked number, how many records.
 * @param count the number of records in the result; null for one that has an audit row of its own
 */
export async function runPhoneSearch<T>(
  platform: SearchPlatform,
  { endpoint, actor, address, reqId, conditions }: SearchCall,
  run: () => Promise<T>,
  count: (result: T) => number | null,
): Promise<T> {
  const phoneKeyword =
    endpoint.hasPhoneSearch && conditions.keyword ? parsePhoneKeyword(conditions.keyword) : null;
  if (!phoneKeyword || !actor) return run();
  const search = await platform.phoneSearches.start(
    actor,
    // The same number in another notation is the same search.
    JSON.stringify([
      endpoint.method,
      endpoint.path,
      { ...conditions, keyword: phoneKeyword.fullNumber ?? phoneKeyword.lastFour },
    ]),
  );
  const result = await run();
  const total = count(result);
  if (total === null || search.isRecorded) return result;
  const auditedCall = { id: platform.newId(), at: platform.clock(), actor, address, reqId, endpoint };
  await writeAudit(platform.callDb, auditedCall, {
    entityId: null,
    after: { keyword: maskPhoneKeyword(phoneKeyword), count: total },
  });
  await search.markRecorded();
  return result;
}
