import { Button, Center, Group, Loader, Stack, Text } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useSelector } from "@xstate/react";
import { useState } from "react";
import { useConsole } from "../../console/useConsole.ts";
import { SidePanel } from "../../ui/SidePanel.tsx";
import type { AnyRow, RowAction } from "../definition.ts";
import type { ListPlan } from "../listPlan.ts";
import type { ListActor } from "../page/listActor.ts";
import { useAnswer } from "../useAnswer.ts";
import classes from "./Detail.module.css";
import { DetailActions } from "./DetailActions.tsx";
import { DetailFields } from "./DetailFields.tsx";
import { useDetailLink } from "./useDetailLink.ts";

export interface DetailProps {
  readonly plan: ListPlan;
  readonly actor: ListActor;
  readonly actions: readonly RowAction<AnyRow>[];
  readonly onAct: (action: RowAction<AnyRow>, row: AnyRow) => void;
}

/** The record of the address in a drawer beside its list, with the ones before and after it on this page. */
export function Detail({ plan, actor, actions, onAct, id }: DetailProps & { readonly id: string }) {
  const { client } = useConsole();
  const link = useDetailLink();
  const rows = useSelector(actor, ({ context }) => context.page?.list);
  const at = rows?.findIndex((row) => row.id === id) ?? -1;
  const listed = rows?.[at];
  // The list's own copy is shown at once; a new version of it has the record read anew.
  const { answer, again } = useAnswer(`${id}.${listed?.version ?? 0}`, (signal) =>
    readOne(plan, id, client, signal),
  );
  const row = answer.state === "here" ? answer.data : (listed ?? null);
  // What belongs to it hangs on the whole record, which has more than the list's copy.
  const [read, setRead] = useState<AnyRow | null>(null);
  if (answer.state === "here" && answer.data !== read) setRead(answer.data);
  const whole = read?.id === id ? read : null;
  const changed = () => {
    again();
    actor.send({ type: "refresh" });
  };
  const neighbour = (step: number) => rows?.[at + step]?.id;
  const move = (title: string, step: -1 | 1) => {
    const other = at < 0 ? undefined : neighbour(step);
    const icon =
      step < 0
        ? { leftSection: <IconChevronLeft size={16} /> }
        : { rightSection: <IconChevronRight size={16} /> };
    return (
      <Button
        variant="default"
        size="compact-sm"
        disabled={other === undefined}
        {...icon}
        onClick={() => other !== undefined && link.open(other)}
      >
        {title}
      </Button>
    );
  };
  return (
    <SidePanel opened onClose={link.close} title={row ? plan.titleOf(row) : `${plan.noun}详情`}>
      <Stack>
        <Group justify="space-between">
          <Group gap="xs">
            {move("上一条", -1)}
            {move("下一条", 1)}
          </Group>
          {row && <DetailActions row={row} actions={actions} onAct={onAct} />}
        </Group>
        {row ? (
          <>
            <DetailFields plan={plan} row={row} />
            {whole &&
              plan.detail?.map(({ title, content: Content }) => (
                <div key={title}>
                  <h3 className={classes["title"]}>{title}</h3>
                  <Content row={whole} onChanged={changed} />
                </div>
              ))}
            {!whole && plan.detail && answer.state === "asking" && (
              <Loader size="sm" aria-label="正在读取详情" />
            )}
            {answer.state === "failed" && (
              <Group gap="xs">
                <Text size="sm">详情没有读到</Text>
                <Button size="compact-sm" variant="default" onClick={again}>
                  重试
                </Button>
              </Group>
            )}
          </>
        ) : answer.state === "failed" ? (
          <Center py="xl">
            <Stack align="center">
              <Text>没有读到这条记录，它可能已被删除</Text>
              <Button onClick={again}>重试</Button>
            </Stack>
          </Center>
        ) : (
          <Center py="xl">
            <Loader aria-label="正在读取" />
          </Center>
        )}
      </Stack>
    </SidePanel>
  );
}

async function readOne(
  { one }: ListPlan,
  id: string,
  client: ReturnType<typeof useConsole>["client"],
  signal: AbortSignal,
): Promise<AnyRow> {
  if (!one) throw new Error("the list has no call for one record");
  // `listPage` holds that the call answers with a row of the list.
  return (await client.call(one, { params: { id } } as never, { signal })) as unknown as AnyRow;
}
