import { useSelector } from "@xstate/react";
import { AppliedConditions } from "../filters/AppliedConditions.tsx";
import { FilterForm } from "../filters/FilterForm.tsx";
import type { ListPlan } from "../listPlan.ts";
import { type Conditions, withConditions } from "../query/conditions.ts";
import type { ListActor } from "./useListActor.ts";

/** The query form and the conditions behind the rows. */
export function ListConditions({ plan, actor }: { readonly plan: ListPlan; readonly actor: ListActor }) {
  const typed = useSelector(actor, ({ context }) => context.typed);
  const applied = useSelector(actor, ({ context }) => context.query.filters);
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
        onReset={() => actor.send({ type: "search.reset" })}
      />
      <AppliedConditions filters={plan.filters} applied={applied} onSearch={search} />
    </>
  );
}
