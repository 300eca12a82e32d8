import { useEffect, useEffectEvent, useState } from "react";
import type { ActorRefFrom } from "xstate";
import {
  type ImportKind,
  importCalls,
  importKind,
  type SheetImport,
  sheetImport,
} from "../../../adapters/contract/sheetImport.ts";
import { socketTypes } from "../../../adapters/contract/socket.ts";
import { recordingImportsMachine } from "../../../machines/recordingImports.machine.ts";
import { onEachReconnect } from "../../pageApi/onReconnect.ts";
import type { PageSocket } from "../../pageApi/pageSocket.ts";
import { type PageApi, usePageApi } from "../../pageApi/usePageApi.ts";
import { usePageScope } from "../../pageApi/usePageScope.ts";
import { formatNumber } from "../../ui/format/formatNumber.ts";
import { normalizeErrors } from "../toCallError.ts";
import { useQuery } from "../useQuery.ts";

/** Calls back with each state of an import that the server tells. */
const onImportFrame = (socket: Pick<PageSocket, "onFrame">, listener: (job: SheetImport) => void) =>
  socket.onFrame(({ type, data }) => {
    if (type !== socketTypes.sheetImportProgress) return;
    const job = sheetImport.safeParse(data);
    if (job.success) listener(job.data);
  });

/** Nobody has to confirm it. */
type FollowedImport = SheetImport & { readonly preview: null };
const toFollowed = (job: SheetImport): FollowedImport => ({ ...job, preview: null });

type SheetImportsActor = ActorRefFrom<ReturnType<typeof recordingImportsMachine<FollowedImport>>>;

/** The page's imports of this kind, followed from the first time that the dialog is opened until the page is closed. */
export function useSheetImports(kind: ImportKind): SheetImportsActor {
  const pageApi = usePageApi();
  return usePageScope().actor(`sheetImports.${kind}`, () => createMachine(pageApi, kind));
}

const createMachine = ({ client, socket, toast, user }: PageApi, kind: ImportKind) =>
  recordingImportsMachine<FollowedImport>({
    load: async (signal) => {
      const call = client.call(importCalls.importList, { params: { kind } }, { signal, quiet: true });
      return (await normalizeErrors(call)).list.map(toFollowed);
    },
    watch: (report) => {
      const unsubscribe = onImportFrame(socket, (job) => {
        if (job.kind === kind && job.mode !== null) report({ type: "job.change", job: toFollowed(job) });
      });
      const stopWaiting = onEachReconnect(socket, () => report({ type: "socket.restore" }));
      return () => {
        unsubscribe();
        stopWaiting();
      };
    },
    tell: ({ staffId, fileName, status, created, failReason }) => {
      // Admins see those of others too.
      if (staffId !== user.id) return;
      if (status === "done")
        toast.success(
          `「${fileName}」已导入 ${formatNumber(created)} 行${importKind.label(kind)}，结果在“导入”中查看`,
        );
      else toast.error(`「${fileName}」没有导入完：${failReason}`);
    },
  });

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
    const unsubscribe = onImportFrame(socket, (job) => {
      if (job.id === id) setTold(job);
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
