import { useSelector } from "@xstate/react";
import type { Remembering } from "../columns/useListMemory.ts";
import { Pager, WholeList } from "../table/Pager.tsx";
import type { ListActor } from "./listActor.ts";
import { shownPage } from "./shownPage.ts";

interface Props {
  /** All rows come at once: there is nothing to turn. */
  readonly whole: boolean;
  readonly actor: ListActor;
  readonly narrow: boolean;
  readonly remember: Remembering["remember"];
}

/** What the list's pager shows and asks for; the whole of a list without pages has its number alone. */
export function ListPager({ whole, actor, narrow, remember }: Props) {
  const page = useSelector(actor, shownPage);
  const total = page?.total ?? null;
  const query = useSelector(actor, ({ context }) => context.query);
  if (whole) return <WholeList total={total} shown={page?.list.length ?? 0} />;
  return (
    <Pager
      total={total}
      pageNo={query.pageNo}
      pageSize={query.pageSize}
      narrow={narrow}
      onPage={(pageNo) => actor.send({ type: "page.change", pageNo })}
      onSize={(pageSize) => {
        remember((newest) => ({ ...newest, pageSize }));
        actor.send({ type: "size.change", pageSize });
      }}
    />
  );
}
