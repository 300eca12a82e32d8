import { Stack, Text } from "@mantine/core";
import { useSelector } from "@xstate/react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import type { ListPreferencesApi } from "../columns/useListPreferences.ts";
import type { ListConfig } from "../listConfig.ts";
import type { ListActor } from "../page/listActor.ts";
import { formatSearch } from "../query/urlQuery.ts";
import { QueryItem } from "./QueryItem.tsx";
import classes from "./SavedQueries.module.css";
import { SaveQueryForm } from "./SaveQueryForm.tsx";
import { isSameQuery, resolveSavedQuery, type SavedQuery } from "./savedQuery.ts";
import { removeQuery, renameQuery, setDefaultQuery } from "./updateQueries.ts";

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
