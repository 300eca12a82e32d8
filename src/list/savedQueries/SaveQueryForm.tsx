import { Button, Checkbox, Group, Text, TextInput } from "@mantine/core";
import { useSelector } from "@xstate/react";
import { type FormEvent, useId, useState } from "react";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import type { ListPreferencesApi } from "../columns/useListPreferences.ts";
import type { ListConfig } from "../listConfig.ts";
import type { ListActor } from "../page/listActor.ts";
import { areConditionsEqual } from "../query/conditions.ts";
import classes from "./SavedQueries.module.css";
import { findRelativeRanges, type SavedQuery, toSavedQuery } from "./savedQuery.ts";
import { maxNameLength, nameRefusal, upsertQuery } from "./updateQueries.ts";

interface Props {
  readonly config: ListConfig;
  readonly actor: ListActor;
  readonly now: Date;
  readonly queries: readonly SavedQuery[];
  readonly updateQueries: ListPreferencesApi["updateQueries"];
}

/** Saves the current conditions and sort under a name. */
export function SaveQueryForm({ config, actor, now, queries, updateQueries }: Props) {
  const { toast } = usePageApi();
  const applied = useSelector(actor, ({ context }) => context.query);
  const typed = useSelector(actor, ({ context }) => context.draftFilters);
  const id = useId();
  const [name, setName] = useState("");
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isRelative, setRelative] = useState(true);
  const [busy, setBusy] = useState(false);
  const relativeRanges = findRelativeRanges(applied.filters, config.filters, now);
  const isReplacing = queries.some((other) => other.name === name.trim());
  if (Object.keys(applied.filters).length === 0 && !applied.sort)
    return (
      <Text size="sm" c="dimmed" className={classes["save"] ?? ""}>
        {areConditionsEqual(typed, {})
          ? "要保存新的，请先设置条件并点击“查询”。"
          : "条件还没有生效，点击“查询”后再保存。"}
      </Text>
    );
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // Otherwise the enclosing query form would submit too.
    event.stopPropagation();
    const newRefusal = nameRefusal(queries, name);
    setRefusal(newRefusal);
    if (newRefusal !== null || busy) return;
    const saved = toSavedQuery(name, applied, isRelative ? relativeRanges : []);
    setBusy(true);
    const isSaved = await updateQueries((all) => upsertQuery(all, saved));
    setBusy(false);
    if (!isSaved) return;
    setName("");
    toast.success(`已保存常用查询「${saved.name}」`);
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
          maxLength={maxNameLength}
          error={refusal}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setRefusal(null);
          }}
        />
        <Button type="submit" loading={busy}>
          {isReplacing ? "替换" : "保存"}
        </Button>
      </Group>
      <Text size="sm" c="dimmed" role="status">
        {getNote(isReplacing, !areConditionsEqual(typed, applied.filters))}
      </Text>
      {relativeRanges.length > 0 && (
        <Checkbox
          checked={isRelative}
          label={`${relativeRanges.map(({ filter, preset }) => `${filter.label}按“${preset.label}”`).join("、")}每天重新计算`}
          onChange={(event) => setRelative(event.currentTarget.checked)}
        />
      )}
    </form>
  );
}

function getNote(isReplacing: boolean, isChanged: boolean): string {
  if (isReplacing) return "已有同名的，将换成当前条件";
  return isChanged ? "表单里改过的条件还没有查询，不会保存" : "";
}
