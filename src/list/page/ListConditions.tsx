import { useSelector } from "@xstate/react";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import type { ListPreferencesApi } from "../columns/listPreferences.ts";
import { FilterForm } from "../filters/FilterForm.tsx";
import { getOfferedFilters } from "../filters/getOfferedFilters.ts";
import type { ListConfig } from "../listConfig.ts";
import { type Conditions, isSet, mergeConditions } from "../query/conditions.ts";
import { createTabs, getTabConditionNames, pickTabConditions } from "../query/tabConditions.ts";
import { SavedQueriesButton } from "../savedQueries/SavedQueriesButton.tsx";
import type { ListActor } from "./listActor.ts";
import { listParts } from "./listParts.tsx";

interface Props {
  readonly config: ListConfig;
  readonly actor: ListActor;
  readonly preferencesApi: ListPreferencesApi;
}

/** The query form and the applied conditions. */
export function ListConditions({ config, actor, preferencesApi }: Props) {
  const pageApi = usePageApi();
  const typed = useSelector(actor, ({ context }) => context.draftFilters);
  const applied = useSelector(actor, ({ context }) => context.query.filters);
  // A tab's conditions are not part of the form: resetting the form leaves them.
  const tabConditions = config.tabs
    ? pickTabConditions(applied, getTabConditionNames(createTabs(config.tabs)))
    : {};
  const search = (conditions: Conditions) => {
    // Typed first, so that it is one search.
    const cleared = Object.fromEntries(Object.keys(typed).map((name) => [name, undefined]));
    actor.send({ type: "condition.type", patch: { ...cleared, ...mergeConditions({}, conditions) } });
    actor.send({ type: "search.submit" });
  };
  return (
    <>
      <FilterForm
        filters={getOfferedFilters(config.filters, pageApi)}
        applied={applied}
        typed={typed}
        onEdit={(patch) => actor.send({ type: "condition.type", patch })}
        onSearch={() => actor.send({ type: "search.submit" })}
        onReset={() => (config.tabs ? search(tabConditions) : actor.send({ type: "search.reset" }))}
      >
        {config.fixed === undefined && (
          <SavedQueriesButton config={config} actor={actor} preferencesApi={preferencesApi} />
        )}
      </FilterForm>
      {config.filters.some((filter) => isSet(filter, applied)) && (
        <listParts.Conditions
          filters={config.filters}
          applied={applied}
          onSearch={(conditions) => search({ ...tabConditions, ...conditions })}
        />
      )}
    </>
  );
}
