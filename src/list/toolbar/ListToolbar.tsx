import { ActionIcon, Button, Group } from "@mantine/core";
import { IconPlus, IconRefresh } from "@tabler/icons-react";
import { useSelector } from "@xstate/react";
import { useState } from "react";
import { useConsole } from "../../console/useConsole.ts";
import { ViewSwitch } from "../cards/ViewSwitch.tsx";
import { ColumnSettings } from "../columns/ColumnSettings.tsx";
import { DensityMenu } from "../columns/DensityMenu.tsx";
import type { Remembering } from "../columns/useListMemory.ts";
import type { AnyRow, BatchAction } from "../definition.ts";
import { ExportButton } from "../export/ExportButton.tsx";
import type { FormHandle } from "../form/formHandle.ts";
import type { ListPlan } from "../listPlan.ts";
import { mayCall } from "../mayCall.ts";
import type { ListActor } from "../page/listActor.ts";
import { BatchHost } from "./BatchHost.tsx";
import { PageActionButtons } from "./PageActionButtons.tsx";
import { SelectionButtons } from "./SelectionButtons.tsx";
import { SelectionCount } from "./SelectionCount.tsx";

interface Props {
  readonly plan: ListPlan;
  readonly actor: ListActor;
  readonly remembering: Remembering;
  readonly together: ReadonlyMap<string, FormHandle>;
  /** Null where nothing may be added. */
  readonly onAdd: (() => void) | null;
  readonly narrow: boolean;
}

/** What is done with the list as a whole and with what is selected in it. */
export function ListToolbar({ plan, actor, remembering, together, onAdd, narrow }: Props) {
  const { user } = useConsole();
  const selected = useSelector(actor, ({ context }) => context.selected.length);
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag("busy"));
  const [begun, setBegun] = useState<BatchAction<AnyRow> | null>(null);
  const batch = (plan.batch ?? []).filter(({ call }) => mayCall(call, user.roles));
  const chosen = <SelectionCount plan={plan} actor={actor} />;
  return (
    <Group justify="space-between" gap="xs" role="toolbar" aria-label={`${plan.noun}列表的操作`}>
      <Group gap="xs">
        {onAdd && !(narrow && selected > 0) && (
          <Button leftSection={<IconPlus size={16} />} onClick={onAdd}>
            新增
          </Button>
        )}
        {plan.export && mayCall(plan.export, user.roles) && (
          <ExportButton name={plan.name} call={plan.export} noun={plan.noun} actor={actor} />
        )}
        <PageActionButtons actions={plan.pageActions ?? []} actor={actor} />
        {(selected > 0 || !narrow) &&
          batch.map((action) => (
            <Button
              key={action.name}
              variant="default"
              disabled={selected === 0}
              title={selected === 0 ? "请先选择数据" : undefined}
              {...(action.destructive && selected > 0 ? { c: "var(--mantine-color-error)" } : {})}
              onClick={() => setBegun(action)}
            >
              {action.label}
            </Button>
          ))}
        <SelectionButtons plan={plan} actor={actor} together={together} narrow={narrow} />
        {!narrow && chosen}
      </Group>
      {/* On a narrow screen the count takes the place of the views: a third row would push the table down. */}
      <Group gap={4} justify="flex-end" flex={narrow && selected > 0 ? "1 1 auto" : undefined}>
        {narrow && <Group mr="auto">{chosen}</Group>}
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label="刷新"
          title="刷新"
          loading={busy}
          onClick={() => actor.send({ type: "refresh" })}
        >
          <IconRefresh size={18} />
        </ActionIcon>
        {plan.cards && <ViewSwitch remembering={remembering} />}
        {!(plan.cards && remembering.memory.view === "cards") && !(narrow && selected > 0) && (
          <>
            <DensityMenu remembering={remembering} />
            <ColumnSettings columns={plan.columns} remembering={remembering} />
          </>
        )}
      </Group>
      <BatchHost plan={plan} actor={actor} begun={begun} onClose={() => setBegun(null)} />
    </Group>
  );
}
