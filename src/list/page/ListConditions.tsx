import { useSelector } from "@xstate/react";
import type { Remembering } from "../columns/useListMemory.ts";
import { AppliedConditions } from "../filters/AppliedConditions.tsx";
import { FilterForm } from "../filters/FilterForm.tsx";
import type { ListPlan } from "../listPlan.ts";
import { SavedQueriesButton } from "../queries/SavedQueriesButton.tsx";
import { type Conditions, withConditions } from "../query/conditions.ts";
import { ofTabs, tabNames, tabsOf } from "../query/tabConditions.ts";
import type { ListActor } from "./listActor.ts";

interface Props {
  readonly plan: ListPlan;
  readonly actor: ListActor;
  readonly remembering: Remembering;
}

/** The query form and the conditions behind the rows. */
export function ListConditions({ plan, actor, remembering }: Props) {
  const typed = useSelector(actor, ({ context }) => context.typed);
  const applied = useSelector(actor, ({ context }) => context.query.filters);
  // What a tab stands for is no condition of the form: it stays when the form is emptied.
  const tab = plan.tabs ? ofTabs(applied, tabNames(tabsOf(plan.tabs))) : {};
  const search = (conditions: Conditions) => {
    // Typed first, so that both are one search.
    const gone = Object.fromEntries(Object.keys(typed).map((name) => [name, undefined]));
    actor.send({ type: "condition.type", patch: { ...gone, ...withConditions({}, conditions) } });
    actor.send({ type: "search.submit" });
  };
  return (
    <>
      <FilterForm
        filters={plan.filters}
        applied={applied}
        typed={typed}
        onType={(patch) => actor.send({ type: "condition.type", patch })}
        onSearch={() => actor.send({ type: "search.submit" })}
        onReset={() => (plan.tabs ? search(tab) : actor.send({ type: "search.reset" }))}
      >
        <SavedQueriesButton plan={plan} actor={actor} remembering={remembering} />
      </FilterForm>
      <AppliedConditions
        filters={plan.filters}
        applied={applied}
        onSearch={(conditions) => search({ ...tab, ...conditions })}
      />
    </>
  );
}
