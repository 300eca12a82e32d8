import { Button } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useSelector } from "@xstate/react";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { usePageScope } from "../../pageApi/usePageScope.ts";
import { formatClock } from "../../ui/format/formatTime.ts";
import type { ListConfig } from "../listConfig.ts";
import type { ListActor } from "../page/listActor.ts";
import classes from "./ListAgeNote.module.css";
import { getListAge } from "./listAge.ts";

export interface ListAgeNoteProps {
  readonly config: ListConfig;
  readonly actor: ListActor;
}

/** When the rows were read; and that records have changed, if the rows cannot change by themselves now. */
export function ListAgeNote({ config, actor }: ListAgeNoteProps) {
  const { socket } = usePageApi();
  const age = getListAge(config, actor, usePageScope(), socket);
  const loadedAt = useSelector(age, ({ context }) => context.loadedAt);
  const isOutdated = useSelector(age, (snapshot) => snapshot.hasTag("outdated"));
  const count = useSelector(age, ({ context }) => (context.isIncomplete ? null : context.changedIds.length));
  return (
    <>
      {loadedAt !== null && (
        <span className={classes["loaded"]}>{`更新于 ${formatClock(loadedAt).slice(0, 5)}`}</span>
      )}
      <span className={classes["hint"]} role="status">
        {isOutdated && (
          <Button
            size="compact-sm"
            radius="xl"
            leftSection={<IconRefresh size={14} />}
            onClick={() => actor.send({ type: "refresh" })}
          >
            {count === null ? "列表可能有更新，点击刷新" : `有 ${count} 条更新，点击刷新`}
          </Button>
        )}
      </span>
    </>
  );
}
