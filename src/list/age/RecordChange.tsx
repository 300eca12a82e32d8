import { Alert, Button, Group } from "@mantine/core";
import { useSelector } from "@xstate/react";
import { useEffect } from "react";
import { listAgeMachine } from "../../../machines/listAge.machine.ts";
import { onRecordChanged } from "../../pageApi/onRecordsChanged.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { useLatest, usePageScope } from "../../pageApi/usePageScope.ts";
import type { QueryResult } from "../useQuery.ts";
import { describeChange } from "./describeChange.ts";
import type { ListAge } from "./listAge.ts";

interface Props {
  /** Of the list that the record is in, or of the record itself; undefined until it is started. */
  readonly age: ListAge | undefined;
  readonly id: string;
  /** Absent where the record cannot be read again without losing what is typed. */
  readonly onRefresh?: () => void;
  /** What follows, said beside it. */
  readonly hint?: string;
}

/** Says that the record on the screen has been changed since it was read, by whom and by what. */
export function RecordChange({ age, id, onRefresh, hint = "" }: Props) {
  const change = useSelector(age, (snapshot) =>
    snapshot?.hasTag("outdated") ? describeChange(snapshot.context, id) : null,
  );
  return (
    <div role="status">
      {change && (
        <Alert color="orange" py="xs">
          <Group justify="space-between" gap="xs">
            <span>{hint ? `${change}。${hint}` : change}</span>
            {onRefresh && (
              <Button size="compact-sm" variant="default" onClick={onRefresh}>
                点击刷新
              </Button>
            )}
          </Group>
        </Alert>
      )}
    </div>
  );
}

/**
 * The age of a record that is read by itself, which is read again by a click only.
 * @param name of its actor in the page scope
 * @param result of reading the record, another one for each time
 */
export function useRecordAge(name: string, id: string, result: QueryResult<unknown>): ListAge {
  const { socket } = usePageApi();
  const getId = useLatest(`${name}.id`, id);
  const age = usePageScope().actor(name, () =>
    listAgeMachine({
      now: Date.now,
      // The own change is told before its answer, after which the record is read again: that is no news.
      jitter: (ms) => ms,
      reread: () => undefined,
      watch: (report) => {
        report({ type: "rows.hold" });
        return onRecordChanged(socket, getId, (cause) =>
          report({
            type: "records.change",
            ids: cause && [getId()],
            ...(cause && { causes: { [getId()]: cause } }),
          }),
        );
      },
    }),
  );
  useEffect(() => {
    age.send({ type: "load.start" });
    if (result.state !== "pending") age.send({ type: "load.done" });
  }, [age, result]);
  return age;
}
