import { Button, Center, Group, Loader, Stack, Text } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useSelector } from "@xstate/react";
import { useEffect, useState } from "react";
import * as word from "../../../adapters/contract/words.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { useExistingActor } from "../../pageApi/usePageScope.ts";
import { SidePanel } from "../../ui/SidePanel.tsx";
import { getListAgeName, type ListAge } from "../age/listAge.ts";
import { RecordChange, useRecordAge } from "../age/RecordChange.tsx";
import { canCall } from "../canCall.ts";
import { storeRecentRecord, toRecentRecord } from "../links/recentRecords.ts";
import type { ListConfig } from "../listConfig.ts";
import type { AnyRow, RowAction } from "../listDefinition.ts";
import type { ListActor } from "../page/listActor.ts";
import { availableActions } from "../table/availableActions.ts";
import { isFigure, renderCell } from "../table/renderCell.tsx";
import { useQuery } from "../useQuery.ts";
import classes from "./Detail.module.css";
import { useDetailParam } from "./useDetailParam.ts";

/** All columns of a record, hidden ones included. */
function DetailFields({ config, row }: { readonly config: ListConfig; readonly row: AnyRow }) {
  return (
    <dl className={classes["fields"]}>
      {config.columns.map((column) => (
        <div key={column.key} className={classes["field"]}>
          <dt>{column.title}</dt>
          <dd data-figure={isFigure(column) || undefined}>{renderCell(column, row)}</dd>
        </div>
      ))}
    </dl>
  );
}

interface Props {
  readonly row: AnyRow;
  readonly actions: readonly RowAction<AnyRow>[];
  readonly onAction: (action: RowAction<AnyRow>, row: AnyRow) => void;
}

/** All actions of the row, without an overflow menu. */
function DetailActions({ row, actions, onAction }: Props) {
  const { user, toast } = usePageApi();
  const { inline } = availableActions(actions, row, user.id, actions.length);
  const refused = inline.flatMap(({ label, refusal }) => (refusal === null ? [] : [`${label}：${refusal}`]));
  return (
    <Group gap="xs">
      {inline.map(({ action, label, destructive, refusal }) => (
        <Button
          key={action.name}
          size="compact-sm"
          variant="default"
          {...(destructive && refusal === null ? { c: "var(--mantine-color-error)" } : {})}
          {...(refusal === null ? {} : { "data-disabled": true, "aria-disabled": true })}
          onClick={() => (refusal === null ? onAction(action, row) : toast.warning(refusal))}
        >
          {label}
        </Button>
      ))}
      {refused.length > 0 && (
        <Text size="xs" c="dimmed" w="100%">
          {refused.join("；")}
        </Text>
      )}
    </Group>
  );
}

export interface DetailProps {
  readonly config: ListConfig;
  readonly actor: ListActor;
  readonly actions: readonly RowAction<AnyRow>[];
  readonly onAction: (action: RowAction<AnyRow>, row: AnyRow) => void;
}

/** The record named in the URL in a drawer, with buttons to the previous and next one of this page. */
export function Detail({ config, actor, actions, onAction, id }: DetailProps & { readonly id: string }) {
  const pageApi = usePageApi();
  const { client, storage } = pageApi;
  const detailParam = useDetailParam();
  const rows = useSelector(actor, ({ context }) => context.page?.list);
  const index = rows?.findIndex((row) => row.id === id) ?? -1;
  const listRow = rows?.[index];
  // A platform of others may have no call for one record: the list's copy is all there is.
  const isListOnly = config.detailCall !== undefined && !canCall(config.detailCall, pageApi);
  // The list's copy is shown first; a new version of it refetches the record.
  const key = isListOnly && rows === undefined ? null : `${id}.${listRow?.version ?? 0}`;
  const { result, refetch } = useQuery(key, async (signal) =>
    isListOnly && listRow ? listRow : fetchRecord(config, id, client, signal),
  );
  const row = result.state === "success" ? result.data : (listRow ?? null);
  // Sections need the full record, which has more fields than the list's copy.
  const [fetchedRow, setFetchedRow] = useState<AnyRow | null>(null);
  if (result.state === "success" && result.data !== fetchedRow) setFetchedRow(result.data);
  useEffect(() => {
    const record = fetchedRow && toRecentRecord(config.name, config.getTitle(fetchedRow), fetchedRow);
    // Without it the record is only missing among the recent ones.
    if (record?.id === id) storeRecentRecord({ storage }, record).catch(() => undefined);
  }, [config, storage, fetchedRow, id]);
  const sections = (config.detailSections ?? []).filter(({ call }) => !call || canCall(call, pageApi));
  const fullRow = fetchedRow?.id === id ? fetchedRow : null;
  const age = useExistingActor<ListAge>(getListAgeName(config));
  // The list may be older: a record that was opened after its change is not.
  const ownAge = useRecordAge(`age.detail.${config.name}`, id, result);
  const isOutdated = useSelector(ownAge, (snapshot) => snapshot.hasTag("outdated"));
  const handleChange = () => {
    refetch();
    actor.send({ type: "refresh" });
  };
  const getNeighbourId = (step: number) => rows?.[index + step]?.id;
  const renderMoveButton = (title: string, step: -1 | 1) => {
    const targetId = index < 0 ? undefined : getNeighbourId(step);
    const icon =
      step < 0
        ? { leftSection: <IconChevronLeft size={16} /> }
        : { rightSection: <IconChevronRight size={16} /> };
    return (
      <Button
        variant="default"
        size="compact-sm"
        disabled={targetId === undefined}
        {...icon}
        onClick={() => targetId !== undefined && detailParam.open(targetId)}
      >
        {title}
      </Button>
    );
  };
  return (
    <SidePanel
      opened
      size={detailSize}
      onClose={detailParam.close}
      title={row ? config.getTitle(row) : `${config.noun}详情`}
    >
      <Stack className={classes["frame"] ?? ""}>
        <Group justify="space-between">
          <Group gap="xs">
            {renderMoveButton(word.goToPrevious, -1)}
            {renderMoveButton(word.goToNext, 1)}
          </Group>
          {row && <DetailActions row={row} actions={actions} onAction={onAction} />}
        </Group>
        <RecordChange age={isOutdated ? age : undefined} id={id} onRefresh={handleChange} />
        {row ? (
          <div className={classes["body"]}>
            <DetailFields config={config} row={row} />
            <Stack>
              {fullRow &&
                sections.map(({ title, content: Content }) => (
                  <div key={title}>
                    <h3 className={classes["title"]}>{title}</h3>
                    <Content row={fullRow} onChanged={handleChange} />
                  </div>
                ))}
              {!fullRow && sections.length > 0 && result.state === "pending" && (
                <Loader size="sm" aria-label="正在读取详情" />
              )}
              {result.state === "error" && (
                <Group gap="xs">
                  <Text size="sm">详情没有读到</Text>
                  <Button size="compact-sm" variant="default" onClick={refetch}>
                    {word.retry}
                  </Button>
                </Group>
              )}
            </Stack>
          </div>
        ) : result.state === "error" ? (
          <Center py="xl">
            <Stack align="center">
              <Text>没有读到这条记录，它可能已被删除</Text>
              <Button onClick={refetch}>{word.retry}</Button>
            </Stack>
          </Center>
        ) : (
          <Center py="xl">
            <Loader aria-label={word.reading} />
          </Center>
        )}
      </Stack>
    </SidePanel>
  );
}

/** Room for two columns on a very wide screen. */
const detailSize = "clamp(42.5rem, 36vw, 90rem)";

async function fetchRecord(
  { detailCall }: ListConfig,
  id: string,
  client: ReturnType<typeof usePageApi>["client"],
  signal: AbortSignal,
): Promise<AnyRow> {
  if (!detailCall) throw new Error("the list has no call for one record");
  // The types of `listPage` guarantee that the call returns a row of the list.
  return (await client.call(detailCall, { params: { id } } as never, { signal })) as unknown as AnyRow;
}
