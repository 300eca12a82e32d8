import type { DataOf } from "../../adapters/contract/endpoint.ts";
import type { PageComponent, PageGround } from "../console/pageComponent.ts";
import type { FilterOf, ListCall, ListDefinition, RowOf, SortOf } from "./definition.ts";
import type { ListPlan } from "./listPlan.ts";
import { ListView } from "./page/ListView.tsx";
import { answered, listActor } from "./page/listActor.ts";
import { bringListParts } from "./page/listParts.tsx";

/**
 * A whole list page out of its description. Row, sort fields and conditions are inferred from the list call, so that
 * a wrong column or condition does not compile.
 */
export function listPage<const E extends ListCall>(
  definition: { readonly call: E } & ListDefinition<RowOf<E>, SortOf<E>, FilterOf<E>, DataOf<E>>,
): PageComponent {
  // From here on the engine works with any row; the types have done their work where the page is written.
  const plan = definition as unknown as ListPlan;
  const page: PageComponent = () => <ListView plan={plan} />;
  const bring = () => bringListParts(plan);
  const begin = (ground: PageGround) => {
    void bring();
    return answered(listActor(plan, ground));
  };
  return Object.assign(page, { bring, begin });
}
