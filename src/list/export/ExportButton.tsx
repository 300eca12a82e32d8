import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useSelector } from "@xstate/react";
import { useState } from "react";
import type { Endpoint } from "../../../adapters/contract/endpoint.ts";
import { queryKey } from "../../../machines/listQuery.ts";
import { brought } from "../../console/brought.tsx";
import type { ListActor } from "../page/listActor.ts";
import { shownPage } from "../page/shownPage.ts";
import { useExporting } from "./useExporting.ts";

const ExportDialog = brought(async () => (await import("./ExportDialog.tsx")).ExportDialog);

interface Props {
  readonly name: string;
  readonly call: Endpoint;
  readonly noun: string;
  readonly actor: ListActor;
}

/** 导出: opens the dialog that says what will be written; while one runs, the button says so. */
export function ExportButton({ name, call, noun, actor }: Props) {
  const exporting = useExporting(name, call);
  const running = useSelector(exporting.actor, (snapshot) => snapshot?.hasTag("busy") ?? false);
  const hasLoaded = useSelector(actor, ({ context }) => context.page !== null);
  /** Undefined while it is not known, also where the rows on the screen answer another query. */
  const total = useSelector(actor, (list) =>
    list.context.pageOf === queryKey(list.context.query) ? shownPage(list)?.total : undefined,
  );
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} />}
        disabled={!running && (!hasLoaded || total === 0)}
        title={total === 0 ? "没有可导出的数据" : undefined}
        onClick={() => {
          exporting.begin();
          setOpen(true);
        }}
      >
        {running ? "导出中…" : "导出"}
      </Button>
      {open && exporting.actor && (
        <ExportDialog
          noun={noun}
          call={call}
          list={actor}
          exporting={exporting.actor}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
