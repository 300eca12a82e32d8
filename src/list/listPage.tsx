import type { EndpointData } from "../../adapters/contract/endpoint.ts";
import { getNoun } from "../../adapters/contract/page.ts";
import type { PageComponent, PageLoaderContext, PageStatics } from "../pageApi/pageComponent.ts";
import type { ListConfig } from "./listConfig.ts";
import type { FilterOf, ListCall, ListDefinition, RowOf, SortOf } from "./listDefinition.ts";
import { ListView } from "./page/ListView.tsx";
import { openList, waitUntilLoaded } from "./page/listActor.ts";
import { preloadListParts } from "./page/listParts.tsx";

/**
 * Makes a list page from its definition. Row, sort fields and conditions are inferred from the list call, so that a
 * wrong column or condition does not compile.
 */
export function listPage<const E extends ListCall>(
  definition: { readonly call: E } & ListDefinition<RowOf<E>, SortOf<E>, FilterOf<E>, EndpointData<E>>,
): PageComponent {
  // The engine works with any row; types are only checked at the call site.
  const given = definition as unknown as ListConfig;
  // A record of another platform may have no name.
  const config: ListConfig = {
    ...given,
    noun: definition.noun ?? getNoun(definition.call),
    getTitle: (row) => given.getTitle(row) || row.id,
  };
  const page: PageComponent = () => <ListView config={config} />;
  const preload = () => preloadListParts(config);
  const loader = async (context: PageLoaderContext) => {
    void preload();
    await waitUntilLoaded(openList(config, context).actor);
  };
  return Object.assign(page, { preload, loader } satisfies PageStatics);
}
