import { ActionIcon, Button, Group, Menu, Text } from "@mantine/core";
import { IconLineHeight, IconPlus, IconRefresh } from "@tabler/icons-react";
import { useSelector } from "@xstate/react";
import { type ComponentType, useState } from "react";
import { useNavigate } from "react-router-dom";
import * as word from "../../../adapters/contract/words.ts";
import { lazyComponent } from "../../loading/lazyComponent.tsx";
import { lazyDialog } from "../../loading/lazyDialog.tsx";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { formatMoney } from "../../ui/format/formatMoney.ts";
import { canCall, selectActs } from "../canCall.ts";
import { ColumnSettings } from "../columns/ColumnSettings.tsx";
import { densities } from "../columns/columnLayout.ts";
import type { ListPreferencesApi } from "../columns/listPreferences.ts";
import { ExportButton } from "../export/ExportButton.tsx";
import type { FormHandle } from "../form/createFormHandle.ts";
import type { ListConfig } from "../listConfig.ts";
import type { AnyRow, BatchAction, PageDialogProps } from "../listDefinition.ts";
import type { ListActor } from "../page/listActor.ts";
import { selectDisplayedPage } from "../page/selectDisplayedPage.ts";
import { getSelectedSums } from "./getSelectedSums.ts";
import { SelectionButtons } from "./SelectionButtons.tsx";

interface SelectionCountProps {
  readonly config: ListConfig;
  readonly actor: ListActor;
}

/** The number of selected rows over all pages, and their sums; without any, that actions wait for some. */
function SelectionCount({ config, actor, hint }: SelectionCountProps & { readonly hint: string | null }) {
  const rows = useSelector(actor, ({ context }) => context.selected);
  if (rows.length === 0)
    return hint === null ? null : (
      <Text size="sm" c="dimmed">
        {hint}
      </Text>
    );
  return (
    <Group gap={4} aria-live="polite">
      <Text size="sm">{`已选 ${rows.length} 条`}</Text>
      {getSelectedSums(config, rows).map(({ label, fen }) => (
        <Text key={label} size="sm" ml={4}>
          {label} <b>{formatMoney(fen)}</b>
        </Text>
      ))}
      <Button variant="subtle" size="compact-sm" onClick={() => actor.send({ type: "selection.clear" })}>
        {word.clear}
      </Button>
    </Group>
  );
}

type OpenedDialog = Pick<PageDialogProps, "list"> & { readonly Dialog: ComponentType<PageDialogProps> };

/** The page actions: links, and dialogs. */
function PageActionButtons({ config, actor }: SelectionCountProps) {
  const pageApi = usePageApi();
  const { toast } = pageApi;
  const [opened, setOpened] = useState<OpenedDialog | null>(null);
  const navigate = useNavigate();
  const close = () => setOpened(null);
  const open = (Dialog: OpenedDialog["Dialog"]) => {
    const snapshot = actor.getSnapshot();
    const { selected, query } = snapshot.context;
    const conditions = { ...query.filters, ...config.fixed };
    setOpened({
      Dialog,
      list: { selected, conditions, total: selectDisplayedPage(snapshot)?.total ?? null },
    });
  };
  return (
    <>
      {selectActs(pageApi, config.pageActions).map((action) => (
        <Button
          key={action.name}
          variant={action.primary ? "filled" : "default"}
          onClick={() => ("to" in action ? void navigate(action.to) : open(action.dialog))}
        >
          {action.label}
        </Button>
      ))}
      {opened && (
        <opened.Dialog
          list={opened.list}
          onClose={close}
          onOutdated={() => actor.send({ type: "refresh" })}
          onDone={(message) => {
            if (message) toast.success(message);
            close();
            actor.send({ type: "refresh" });
          }}
        />
      )}
    </>
  );
}

/** Few lists have cards. */
const ViewSwitch = lazyComponent(async () => (await import("./ViewSwitch.tsx")).ViewSwitch);

const BatchDialog = lazyDialog(async () => (await import("./BatchDialog.tsx")).BatchDialog);

interface BatchHostProps {
  readonly config: ListConfig;
  readonly actor: ListActor;
  readonly startedAction: BatchAction<AnyRow> | null;
  readonly onClose: () => void;
}

/** The dialog of the started batch, also of one that continued while its page was hidden. */
function BatchHost({ config, actor, startedAction, onClose }: BatchHostProps) {
  const isActive = useSelector(actor, (snapshot) => snapshot.hasTag("acting") || snapshot.hasTag("receipt"));
  const request = useSelector(actor, ({ context }) => context.batchRequest);
  const action =
    startedAction ?? (isActive ? config.batchActions?.find(({ name }) => name === request?.action) : null);
  return action ? <BatchDialog config={config} actor={actor} action={action} onClose={onClose} /> : null;
}

interface Props {
  readonly config: ListConfig;
  readonly actor: ListActor;
  readonly preferencesApi: ListPreferencesApi;
  readonly selectionForms: ReadonlyMap<string, FormHandle>;
  /** Null if the user may not create records. */
  readonly onAdd: (() => void) | null;
  readonly narrow: boolean;
}

/** Actions on the list and on its selection. */
export function ListToolbar({ config, actor, preferencesApi, selectionForms, onAdd, narrow }: Props) {
  const pageApi = usePageApi();
  const selectedCount = useSelector(actor, ({ context }) => context.selected.length);
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag("busy"));
  const [startedAction, setStartedAction] = useState<BatchAction<AnyRow> | null>(null);
  const batchActions = selectActs(pageApi, config.batchActions);
  const hasSelectionActions = (config.selectionActions ?? []).some(({ call }) => canCall(call, pageApi));
  const needsSelection = batchActions.length > 0 || hasSelectionActions;
  const hint = needsSelection && !narrow ? "勾选数据后可操作" : null;
  const selectionCount = <SelectionCount config={config} actor={actor} hint={hint} />;
  return (
    <Group justify="space-between" gap="xs" role="toolbar" aria-label={`${config.noun}列表的操作`}>
      <Group gap="xs">
        {onAdd && !(narrow && selectedCount > 0) && (
          <Button leftSection={<IconPlus size={16} />} onClick={onAdd}>
            {word.add}
          </Button>
        )}
        {config.export && canCall(config.export, pageApi) && (
          <ExportButton
            config={config}
            preferences={preferencesApi.preferences}
            call={config.export}
            actor={actor}
          />
        )}
        <PageActionButtons config={config} actor={actor} />
        {(selectedCount > 0 || !narrow) &&
          batchActions.map((action) => (
            <Button
              key={action.name}
              variant="default"
              disabled={selectedCount === 0}
              {...(action.destructive && selectedCount > 0 ? { c: "var(--mantine-color-error)" } : {})}
              onClick={() => setStartedAction(action)}
            >
              {action.label}
            </Button>
          ))}
        <SelectionButtons config={config} actor={actor} selectionForms={selectionForms} narrow={narrow} />
        {!narrow && selectionCount}
      </Group>
      {/* On a narrow screen the count replaces the view buttons: a third row would push the table down. */}
      <Group gap={4} justify="flex-end" flex={narrow && selectedCount > 0 ? "1 1 auto" : undefined}>
        {narrow && <Group mr="auto">{selectionCount}</Group>}
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={word.refresh}
          title={word.refresh}
          loading={busy}
          onClick={() => actor.send({ type: "refresh" })}
        >
          <IconRefresh size={18} />
        </ActionIcon>
        {config.cards && <ViewSwitch preferencesApi={preferencesApi} />}
        {!(config.cards && preferencesApi.preferences.view === "cards") && !(narrow && selectedCount > 0) && (
          <>
            <DensityMenu preferencesApi={preferencesApi} />
            <ColumnSettings list={config.name} columns={config.columns} preferencesApi={preferencesApi} />
          </>
        )}
      </Group>
      <BatchHost
        config={config}
        actor={actor}
        startedAction={startedAction}
        onClose={() => setStartedAction(null)}
      />
    </Group>
  );
}

const densityLabels = { compact: "紧凑", normal: "适中", loose: "宽松" } as const;

/** Sets the row height; persisted. */
function DensityMenu({
  preferencesApi: { preferences, update },
}: {
  readonly preferencesApi: ListPreferencesApi;
}) {
  const choose = (value: string) => {
    const density = densities.find((option) => option === value);
    if (density) update((latest) => ({ ...latest, density }));
  };
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label="行高" title="行高">
          <IconLineHeight size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={preferences.density ?? "normal"} onChange={choose}>
          {densities.map((density) => (
            <Menu.RadioItem key={density} value={density} closeMenuOnClick>
              {densityLabels[density]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
