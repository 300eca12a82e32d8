import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useSelector } from "@xstate/react";
import { useState } from "react";
import type { Endpoint } from "../../../adapters/contract/endpoint.ts";
import * as word from "../../../adapters/contract/words.ts";
import { toQueryKey } from "../../../machines/listQuery.ts";
import { lazyDialog } from "../../loading/lazyDialog.tsx";
import type { ListPreferences } from "../columns/columnLayout.ts";
import type { ListConfig } from "../listConfig.ts";
import type { ListActor } from "../page/listActor.ts";
import { selectDisplayedPage } from "../page/selectDisplayedPage.ts";
import { useExport } from "./useExport.ts";

const ExportDialog = lazyDialog(async () => (await import("./ExportDialog.tsx")).ExportDialog);

interface Props {
  readonly config: ListConfig;
  readonly preferences: ListPreferences;
  readonly call: Endpoint;
  readonly actor: ListActor;
}

/** Opens the export dialog; shows 导出中… while an export runs. */
export function ExportButton({ config, preferences, call, actor }: Props) {
  const exportHandle = useExport(config.name, call);
  const running = useSelector(exportHandle.actor, (snapshot) => snapshot?.hasTag("busy") ?? false);
  const hasLoaded = useSelector(actor, ({ context }) => context.page !== null);
  /** Undefined while unknown, also while the rows on the screen belong to another query. */
  const total = useSelector(actor, (snapshot) =>
    snapshot.context.pageQueryKey === toQueryKey(snapshot.context.query)
      ? selectDisplayedPage(snapshot)?.total
      : undefined,
  );
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} />}
        disabled={!running && (!hasLoaded || total === 0)}
        onClick={() => {
          exportHandle.start();
          setOpen(true);
        }}
      >
        {running ? "导出中…" : word.exportRows}
      </Button>
      {open && exportHandle.actor && (
        <ExportDialog
          config={config}
          preferences={preferences}
          call={call}
          list={actor}
          exportActor={exportHandle.actor}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
