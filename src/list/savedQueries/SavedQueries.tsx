import { Button, Checkbox, Group, Stack, Text, TextInput } from "@mantine/core";
import { useSelector } from "@xstate/react";
import { type FormEvent, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import * as word from "../../../adapters/contract/words.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import type { ListPreferencesApi } from "../columns/listPreferences.ts";
import type { ListConfig } from "../listConfig.ts";
import type { ListActor } from "../page/listActor.ts";
import { areConditionsEqual } from "../query/conditions.ts";
import { formatSearch } from "../query/urlQuery.ts";
import { QueryItem } from "./QueryItem.tsx";
import classes from "./SavedQueries.module.css";
import {
  findRelativeRanges,
  isSameQuery,
  resolveSavedQuery,
  type SavedQuery,
  toSavedQuery,
} from "./savedQuery.ts";
import {
  maxNameLength,
  nameRefusal,
  removeQuery,
  renameQuery,
  setDefaultQuery,
  upsertQuery,
} from "./updateQueries.ts";

interface SaveFormProps {
  readonly config: ListConfig;
  readonly actor: ListActor;
  readonly now: Date;
  readonly queries: readonly SavedQuery[];
  readonly updateQueries: ListPreferencesApi["updateQueries"];
}

/** Saves the current conditions and sort under a name. */
function SaveQueryForm({ config, actor, now, queries, updateQueries }: SaveFormProps) {
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
          {isReplacing ? "替换" : word.save}
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

interface Props {
  readonly config: ListConfig;
  readonly actor: ListActor;
  readonly preferencesApi: ListPreferencesApi;
  /** Called with whether a query is being renamed or deleted. */
  readonly onEditing: (changing: boolean) => void;
  readonly onClose: () => void;
}

/** A list's saved queries (apply, rename, delete, set default) and the form that saves the current one. */
export function SavedQueries({ config, actor, preferencesApi, onEditing, onClose }: Props) {
  const { toast } = usePageApi();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [now] = useState(() => new Date());
  const container = useRef<HTMLDivElement>(null);
  const applied = useSelector(actor, ({ context }) => context.query);
  const { preferences, updateQueries, refetchQueries } = preferencesApi;
  const queries = preferences.queries ?? [];
  const resolve = (saved: SavedQuery) => resolveSavedQuery(saved, config.call.body, config.filters, now);
  const [newName, setNewName] = useState<string | null>(null);
  const handleOpen = useEffectEvent(() => {
    refetchQueries();
    // The focus trap found nothing to focus while this code was loading.
    container.current?.querySelector<HTMLElement>("button, input")?.focus();
  });
  useEffect(() => handleOpen(), []);
  const applyQuery = (saved: SavedQuery) => {
    const { query, dropped } = resolve(saved);
    if (dropped.length > 0) toast.warning(`「${saved.name}」中有列表不再支持的条件，已忽略`);
    const { draftFilters, query: currentQuery } = actor.getSnapshot().context;
    const cleared = Object.fromEntries(Object.keys(draftFilters).map((name) => [name, undefined]));
    actor.send({ type: "condition.type", patch: { ...cleared, ...query.filters } });
    const next = formatSearch({ ...query, pageSize: currentQuery.pageSize }, search);
    if (next === search) actor.send({ type: "refresh" });
    else void navigate({ pathname, search: next });
    onClose();
  };
  const rename = async (name: string, to: string) => {
    setNewName(to.trim());
    return updateQueries((all) => renameQuery(all, name, to));
  };
  const remove = async (name: string) => {
    if (!(await updateQueries((all) => removeQuery(all, name)))) return false;
    onEditing(false);
    container.current?.focus();
    return true;
  };
  return (
    <Stack gap="xs" ref={container} tabIndex={-1} className={classes["menu"] ?? ""}>
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
              query={saved}
              queries={queries}
              wasRenamed={saved.name === newName}
              isActive={isSameQuery(resolve(saved).query, applied)}
              onApply={() => applyQuery(saved)}
              onEditing={onEditing}
              onRename={(to) => rename(saved.name, to)}
              onRemove={() => remove(saved.name)}
              onSetDefault={(opens) =>
                updateQueries((all) => setDefaultQuery(all, opens ? saved.name : null))
              }
            />
          ))}
        </ul>
      )}
      <SaveQueryForm
        config={config}
        actor={actor}
        now={now}
        queries={queries}
        updateQueries={updateQueries}
      />
    </Stack>
  );
}
