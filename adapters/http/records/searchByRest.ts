import { boxCalls } from "../../contract/box.ts";
import { companyCalls } from "../../contract/company.ts";
import { type DeviceRow, deviceCalls, deviceKind } from "../../contract/device.ts";
import { fitsKeyword } from "../../contract/fitsKeyword.ts";
import {
  type DescribedFields,
  describeHit,
  getMatch,
  type HitDescription,
  rankHits,
} from "../../contract/graphql/describeHit.ts";
import type { SearchHit, SearchKind, SearchResult } from "../../contract/graphql/search.ts";
import { invoiceCalls } from "../../contract/invoice.ts";
import { orderCalls } from "../../contract/order.ts";
import { taskCalls } from "../../contract/task.ts";
import { taskHistoryCalls } from "../../contract/taskHistory.ts";
import { userCalls } from "../../contract/user.ts";
import { callIfAllowed, type RestContext } from "./restContext.ts";

type Found = { readonly hits: readonly SearchHit[]; readonly hasMore: boolean } | null;

/** Rows that another platform is asked for: where it does not know the keyword, the hits are among them. */
const foreignRows = 200;

/** What a hit has besides its description. */
type HitFacts = Pick<SearchHit, "id" | "status" | "at"> &
  Partial<Pick<SearchHit, "amountFen" | "paidFen" | "redFen" | "companyId" | "parentId">>;

/**
 * Searches the lists of the specification, each by its keyword: without payments, pinyin, and phones of ended tasks.
 * Lists that fail or that the roles may not read are left out; if all fail, the first error is thrown. Another platform
 * need not know the keyword: only what has it in its description is a hit.
 */
export async function searchByRest(
  context: RestContext,
  keyword: string,
  limit: number,
): Promise<SearchResult> {
  const { client, options, isOwnPlatform } = context;
  const pageSize = isOwnPlatform ? limit : foreignRows;
  const body = { keyword, pageNo: 1, pageSize };

  const isHit = ({ title, subtitle, keys }: HitDescription) =>
    // Of another platform a record may have neither name nor number: nobody would recognise it.
    title !== "" && (isOwnPlatform || fitsKeyword(keyword, [title, subtitle, ...keys]));
  const toHit = <K extends SearchKind>(
    kind: K,
    record: DescribedFields[K],
    facts: HitFacts,
  ): SearchHit | null => {
    const described = describeHit[kind](record);
    if (!isHit(described)) return null;
    const { keys, ...description } = described;
    const links = { amountFen: null, paidFen: null, redFen: null, companyId: null, parentId: null };
    return { kind, ...description, ...links, ...facts, match: getMatch(keyword, keys) };
  };
  const toFound = <R>(list: readonly R[], total: number, map: (row: R) => SearchHit | null): Found => {
    const hits = list.flatMap((row) => map(row) ?? []);
    return { hits, hasMore: hits.length > limit || (hits.length === list.length && total > list.length) };
  };
  const findDevices = (kind: "drone" | "hangar", map: (row: DeviceRow) => SearchHit | null) =>
    callIfAllowed(context, deviceCalls.droneList, async () => {
      const list = await client.call(deviceCalls.deviceList, { query: { kind, keyword } }, options);
      const isOther = ({ kind: told }: DeviceRow) =>
        told !== kind && deviceKind.schema.safeParse(told).success;
      const rows = list.filter((row) => !isOther(row));
      return toFound(rows, rows.length, map);
    });

  const searches: Readonly<Record<Exclude<SearchKind, "payment">, () => Promise<Found>>> = {
    company: () =>
      callIfAllowed(context, companyCalls.companyPageList, async () => {
        const { list, total } = await client.call(companyCalls.companyPageList, { body }, options);
        return toFound(list, total, (row) =>
          toHit("company", row, { id: row.id, status: row.status, at: row.createdAt, companyId: row.id }),
        );
      }),
    user: () =>
      callIfAllowed(context, userCalls.userPageList, async () => {
        const { list, total } = await client.call(userCalls.userPageList, { body }, options);
        return toFound(list, total, (row) => toHit("user", row, { ...toFacts(row), at: row.createdAt }));
      }),
    order: () =>
      callIfAllowed(context, orderCalls.orderPageList, async () => {
        const { list, total } = await client.call(orderCalls.orderPageList, { body }, options);
        return toFound(list, total, (row) =>
          toHit("order", row, {
            ...toFacts(row),
            at: row.createdAt,
            amountFen: row.payableFen,
            paidFen: row.paidFen,
          }),
        );
      }),
    invoice: () =>
      callIfAllowed(context, invoiceCalls.invoicePageList, async () => {
        const { list, total } = await client.call(invoiceCalls.invoicePageList, { body }, options);
        return toFound(list, total, (row) =>
          toHit(
            "invoice",
            { ...row, redInvoiceNos: [row.redInvoiceNo] },
            { ...toFacts(row), at: row.createdAt, amountFen: row.amountFen, redFen: row.redFen },
          ),
        );
      }),
    task: () =>
      callIfAllowed(context, taskCalls.taskStartList, async () => {
        const { list, total } = await client.call(
          taskCalls.taskStartList,
          { body: { keyword, limit: pageSize } },
          options,
        );
        return toFound(list, total, (row) => toHit("task", row, { ...toFacts(row), at: row.createdAt }));
      }),
    flight: () =>
      callIfAllowed(context, taskHistoryCalls.taskHistoryList, async () => {
        const { list, total } = await client.call(taskHistoryCalls.taskHistoryList, { body }, options);
        return toFound(list, total, (row) =>
          toHit("flight", row, { ...toFacts(row), at: row.startedAt, parentId: row.taskId }),
        );
      }),
    drone: () => findDevices("drone", (row) => toHit("drone", row, { ...toFacts(row), at: row.createdAt })),
    box: () =>
      callIfAllowed(context, boxCalls.boxList, async () => {
        const { list, total } = await client.call(boxCalls.boxList, { body }, options);
        return toFound(list, total, (row) => toHit("box", row, { ...toFacts(row), at: row.createdAt }));
      }),
    hangar: () =>
      findDevices("hangar", (row) =>
        toHit("hangar", row, {
          ...toFacts(row),
          status: row.hangar?.status ?? row.status,
          at: row.createdAt,
        }),
      ),
  };
  const kinds = Object.keys(searches) as (keyof typeof searches)[];
  const answers = await Promise.allSettled(kinds.map((kind) => searches[kind]()));
  const failures = answers.flatMap((answer): unknown[] =>
    answer.status === "rejected" ? [answer.reason] : [],
  );
  if (failures.length > 0 && failures.length === answers.length) throw failures[0];
  const groups = answers.flatMap((answer, index) => {
    const kind = kinds[index];
    const found = answer.status === "fulfilled" ? answer.value : null;
    if (kind === undefined || found === null || found.hits.length === 0) return [];
    return [{ kind, hits: rankHits(found.hits).slice(0, limit), hasMore: found.hasMore }];
  });
  return { groups };
}

const toFacts = ({ id, status, companyId }: Pick<SearchHit, "id" | "status" | "companyId">) => ({
  id,
  status,
  companyId,
});
