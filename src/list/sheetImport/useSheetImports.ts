import { useEffect, useEffectEvent, useState } from "react";
import {
  type ImportKind,
  importCalls,
  importKind,
  type SheetImport,
  sheetImport,
} from "../../../adapters/contract/sheetImport.ts";
import { socketTypes } from "../../../adapters/contract/socket.ts";
import type { IncomingFrame } from "../../../machines/socketPort.ts";
import { onEachReconnect } from "../../pageApi/onReconnect.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { usePageScope } from "../../pageApi/usePageScope.ts";
import { formatNumber } from "../../ui/format/formatNumber.ts";
import { followImports, type ImportJobsActor } from "../imports/followImports.ts";
import { useQuery } from "../useQuery.ts";

/** The import that a message tells of; null for any other message. */
const parseImportFrame = ({ type, data }: IncomingFrame): SheetImport | null =>
  type === socketTypes.sheetImportProgress ? (sheetImport.safeParse(data).data ?? null) : null;

/** Nobody has to confirm it; one that is taken back is under way again. */
type FollowedImport = SheetImport & { readonly preview: null };
const toFollowed = (job: SheetImport): FollowedImport => ({
  ...job,
  endedAt: job.status === "undoing" ? null : job.endedAt,
  preview: null,
});

/** The page's imports of this kind, followed from the first time that the dialog is opened until the page is closed. */
export function useSheetImports(kind: ImportKind): ImportJobsActor<FollowedImport> {
  const pageApi = usePageApi();
  const { client, toast } = pageApi;
  return usePageScope().actor(`sheetImports.${kind}`, () =>
    followImports<FollowedImport>(pageApi, {
      load: async (signal) => {
        const { list } = await client.call(
          importCalls.importList,
          { params: { kind } },
          { signal, quiet: true },
        );
        return { list: list.map(toFollowed) };
      },
      parseFrame: (frame) => {
        const job = parseImportFrame(frame);
        return job && job.kind === kind && job.mode !== null ? toFollowed(job) : null;
      },
      tell: (job) => {
        const { isSuccess, text } = describeEnd(job);
        if (isSuccess) toast.success(text);
        else toast.error(text);
      },
    }),
  );
}

/** What is told of an import that is over, or that was taken back. */
export function describeEnd({ kind, fileName, status, created, undone, failReason }: SheetImport) {
  const noun = importKind.label(kind);
  if (status !== "done") return { isSuccess: false, text: `「${fileName}」没有导入完：${failReason}` };
  if (failReason !== "") return { isSuccess: false, text: `「${fileName}」：${failReason}` };
  const done =
    undone > 0 ? `撤销 ${formatNumber(undone)} 行${noun}` : `导入 ${formatNumber(created)} 行${noun}`;
  return { isSuccess: true, text: `「${fileName}」已${done}，结果在“导入”中查看` };
}

/** A check of a file, as far as it is; null before it is known. */
export function useCheck(id: string | null) {
  const { client, socket } = usePageApi();
  const [told, setTold] = useState<SheetImport | null>(null);
  const { result, refetch, reread } = useQuery(id, (signal) =>
    client.call(importCalls.importOne, { params: { id: id ?? "" } }, { signal }),
  );
  const readAgain = useEffectEvent(reread);
  useEffect(() => {
    if (id === null) return;
    const unsubscribe = socket.onFrame((frame) => {
      const job = parseImportFrame(frame);
      if (job?.id === id) setTold(job);
    });
    const stopWaiting = onEachReconnect(socket, () => readAgain());
    return () => {
      unsubscribe();
      stopWaiting();
    };
  }, [id, socket]);
  const read = result.state === "success" ? result.data : null;
  const latest = told?.id === id ? told : null;
  return {
    job: read?.endedAt ? read : (latest ?? read),
    error: result.state === "error" ? result : null,
    refetch,
  };
}
