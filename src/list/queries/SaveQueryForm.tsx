import { Button, Checkbox, Group, Text, TextInput } from "@mantine/core";
import { useSelector } from "@xstate/react";
import { type FormEvent, useId, useState } from "react";
import { useConsole } from "../../console/useConsole.ts";
import type { Remembering } from "../columns/useListMemory.ts";
import type { ListPlan } from "../listPlan.ts";
import type { ListActor } from "../page/listActor.ts";
import { sameConditions } from "../query/conditions.ts";
import { longestName, nameRefusal, withQuery } from "./changeQueries.ts";
import classes from "./SavedQueries.module.css";
import { movingIn, type SavedQuery, savedAs } from "./savedQuery.ts";

interface Props {
  readonly plan: ListPlan;
  readonly actor: ListActor;
  readonly now: Date;
  readonly queries: readonly SavedQuery[];
  readonly changeQueries: Remembering["changeQueries"];
}

/** Keeps the conditions and the order of the rows on the screen under a name. */
export function SaveQueryForm({ plan, actor, now, queries, changeQueries }: Props) {
  const { say } = useConsole();
  const applied = useSelector(actor, ({ context }) => context.query);
  const typed = useSelector(actor, ({ context }) => context.typed);
  const id = useId();
  const [name, setName] = useState("");
  const [refusal, setRefusal] = useState<string | null>(null);
  const [moves, setMoves] = useState(true);
  const [busy, setBusy] = useState(false);
  const moving = movingIn(applied.filters, plan.filters, now);
  const replaces = queries.some((one) => one.name === name.trim());
  if (Object.keys(applied.filters).length === 0 && !applied.sort)
    return (
      <Text size="sm" c="dimmed" className={classes["save"] ?? ""}>
        {sameConditions(typed, {})
          ? "要保存新的，请先设置条件并点击“查询”。"
          : "条件还没有生效，点击“查询”后再保存。"}
      </Text>
    );
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // The query form around the menu would take it for a search.
    event.stopPropagation();
    const refused = nameRefusal(queries, name);
    setRefusal(refused);
    if (refused !== null || busy) return;
    const saved = savedAs(name, applied, moves ? moving : []);
    setBusy(true);
    const kept = await changeQueries((all) => withQuery(all, saved));
    setBusy(false);
    if (!kept) return;
    setName("");
    say.success(`已保存常用查询「${saved.name}」`);
  };
  return (
    <form className={classes["save"]} onSubmit={(event) => void submit(event)}>
      <Text component="label" htmlFor={id} size="sm" fw={600}>
        保存当前条件
      </Text>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <TextInput
          id={id}
          flex={1}
          placeholder="起个名称"
          value={name}
          maxLength={longestName}
          error={refusal}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setRefusal(null);
          }}
        />
        <Button type="submit" loading={busy}>
          {replaces ? "替换" : "保存"}
        </Button>
      </Group>
      <Text size="sm" c="dimmed" role="status">
        {noteOf(replaces, !sameConditions(typed, applied.filters))}
      </Text>
      {moving.length > 0 && (
        <Checkbox
          checked={moves}
          label={`${moving.map(({ filter, preset }) => `${filter.label}按“${preset.label}”`).join("、")}每天重新计算`}
          onChange={(event) => setMoves(event.currentTarget.checked)}
        />
      )}
    </form>
  );
}

function noteOf(replaces: boolean, changed: boolean): string {
  if (replaces) return "已有同名的，将换成当前条件";
  return changed ? "表单里改过的条件还没有查询，不会保存" : "";
}
