import { Stack, Text } from "@mantine/core";
import { useSelector } from "@xstate/react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { useConsole } from "../../console/useConsole.ts";
import type { Remembering } from "../columns/useListMemory.ts";
import type { ListPlan } from "../listPlan.ts";
import type { ListActor } from "../page/listActor.ts";
import { searchOfQuery } from "../query/urlQuery.ts";
import { openingWith, removed, renamed } from "./changeQueries.ts";
import { QueryItem } from "./QueryItem.tsx";
import classes from "./SavedQueries.module.css";
import { SaveQueryForm } from "./SaveQueryForm.tsx";
import { queryOfSaved, type SavedQuery, sameRows } from "./savedQuery.ts";

interface Props {
  readonly plan: ListPlan;
  readonly actor: ListActor;
  readonly remembering: Remembering;
  /** Whether one of them is being renamed or removed. */
  readonly onChanging: (changing: boolean) => void;
  readonly onClose: () => void;
}

/** The kept queries of a list, to be used, renamed, removed, opened with, and the form that keeps the present one. */
export function SavedQueries({ plan, actor, remembering, onChanging, onClose }: Props) {
  const { say } = useConsole();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [now] = useState(() => new Date());
  const box = useRef<HTMLDivElement>(null);
  const applied = useSelector(actor, ({ context }) => context.query);
  const { memory, changeQueries, rereadQueries } = remembering;
  const queries = memory.queries ?? [];
  const read = (saved: SavedQuery) => queryOfSaved(saved, plan.call.body, plan.filters, now);
  const [newName, setNewName] = useState<string | null>(null);
  const begin = useEffectEvent(() => {
    rereadQueries();
    // The trap of the focus has found nothing where the code came after it.
    box.current?.querySelector<HTMLElement>("button, input")?.focus();
  });
  useEffect(() => begin(), []);
  const use = (saved: SavedQuery) => {
    const { query, dropped } = read(saved);
    if (dropped.length > 0) say.warning(`「${saved.name}」中有列表不再支持的条件，已忽略`);
    const { typed, query: present } = actor.getSnapshot().context;
    const gone = Object.fromEntries(Object.keys(typed).map((name) => [name, undefined]));
    actor.send({ type: "condition.type", patch: { ...gone, ...query.filters } });
    const next = searchOfQuery({ ...query, pageSize: present.pageSize }, search);
    if (next === search) actor.send({ type: "refresh" });
    else void navigate({ pathname, search: next });
    onClose();
  };
  const rename = async (name: string, to: string) => {
    setNewName(to.trim());
    return changeQueries((all) => renamed(all, name, to));
  };
  const remove = async (name: string) => {
    if (!(await changeQueries((all) => removed(all, name)))) return false;
    onChanging(false);
    box.current?.focus();
    return true;
  };
  return (
    <Stack gap="xs" ref={box} tabIndex={-1} className={classes["menu"] ?? ""}>
      <Text fw={600} size="sm">
        常用查询
      </Text>
      {queries.length === 0 && (
        <Text size="sm" c="dimmed">
          还没有常用查询。设好条件并查询后保存在这里，以后一步就能用上。
        </Text>
      )}
      {queries.length > 0 && (
        <ul className={classes["list"]}>
          {queries.map((saved) => (
            <QueryItem
              key={saved.name}
              saved={saved}
              queries={queries}
              justNamed={saved.name === newName}
              inForce={sameRows(read(saved).query, applied)}
              onUse={() => use(saved)}
              onChanging={onChanging}
              onRename={(to) => rename(saved.name, to)}
              onRemove={() => remove(saved.name)}
              onOpenWith={(opens) => changeQueries((all) => openingWith(all, opens ? saved.name : null))}
            />
          ))}
        </ul>
      )}
      <SaveQueryForm plan={plan} actor={actor} now={now} queries={queries} changeQueries={changeQueries} />
    </Stack>
  );
}
