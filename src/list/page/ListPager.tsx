import { useSelector } from "@xstate/react";
import type { ListPreferencesApi } from "../columns/useListPreferences.ts";
import { Pager, TotalCount } from "../table/Pager.tsx";
import type { ListActor } from "./listActor.ts";
import { selectDisplayedPage } from "./selectDisplayedPage.ts";

interface Props {
  /** All rows come at once: there is nothing to turn. */
  readonly unpaged: boolean;
  readonly actor: ListActor;
  readonly narrow: boolean;
  readonly updatePreferences: ListPreferencesApi["update"];
}

/** What the list's pager shows and asks for; the whole of a list without pages has its number alone. */
export function ListPager({ unpaged, actor, narrow, updatePreferences }: Props) {
  const page = useSelector(actor, selectDisplayedPage);
  const total = page?.total ?? null;
  const query = useSelector(actor, ({ context }) => context.query);
  if (unpaged) return <TotalCount total={total} displayed={page?.list.length ?? 0} />;
  return (
    <Pager
      total={total}
      pageNo={query.pageNo}
      pageSize={query.pageSize}
      narrow={narrow}
      onPageChange={(pageNo) => actor.send({ type: "page.change", pageNo })}
      onPageSizeChange={(pageSize) => {
        updatePreferences((latest) => ({ ...latest, pageSize }));
        actor.send({ type: "size.change", pageSize });
      }}
    />
  );
}
