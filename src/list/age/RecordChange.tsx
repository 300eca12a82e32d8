import { Alert, Button, Group } from "@mantine/core";
import { useSelector } from "@xstate/react";
import { useEffect } from "react";
import type { AuditEntity } from "../../../adapters/contract/endpoint.ts";
import { listAgeMachine } from "../../../machines/listAge.machine.ts";
import { onRecordsChanged } from "../../pageApi/onRecordsChanged.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { usePageScope } from "../../pageApi/usePageScope.ts";
import type { ListAge } from "./listAge.ts";

interface Props {
  /** Of the list that the record is in, or of the record itself; undefined until it is started. */
  readonly age: ListAge | undefined;
  readonly id: string;
  readonly onRefresh: () => void;
}

/** Says that the record on the screen has been changed since it was read. */
export function RecordChange({ age, id, onRefresh }: Props) {
  const change = useSelector(age, (snapshot) => {
    if (!snapshot?.hasTag("outdated")) return null;
    const { changedIds, isIncomplete } = snapshot.context;
    return changedIds.includes(id) ? "certain" : isIncomplete ? "possible" : null;
  });
  return (
    <div role="status">
      {change && (
        <Alert color="orange" py="xs">
          <Group justify="space-between" gap="xs">
            <span>{change === "certain" ? "该记录已被更新" : "连接中断过，该记录可能已被更新"}</span>
            <Button size="compact-sm" variant="default" onClick={onRefresh}>
              点击刷新
            </Button>
          </Group>
        </Alert>
      )}
    </div>
  );
}

/**
 * The age of a record with a page of its own, which is read again by a click only.
 * @param isLoaded false while the record is being read
 */
export function useRecordAge(kind: AuditEntity, id: string, isLoaded: boolean): ListAge {
  const { socket } = usePageApi();
  const age = usePageScope().actor("age.record", () =>
    listAgeMachine({
      now: Date.now,
      jitter: () => 0,
      reread: () => undefined,
      watch: (report) => {
        report({ type: "rows.hold" });
        return onRecordsChanged(socket, [kind], (ids) => {
          if (ids === null || ids.includes(id)) report({ type: "records.change", ids: ids && [id] });
        });
      },
    }),
  );
  useEffect(() => {
    age.send({ type: isLoaded ? "load.done" : "load.start" });
  }, [age, isLoaded]);
  return age;
}
