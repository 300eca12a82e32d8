import { useSelector } from "@xstate/react";
import type { ListMemory } from "../columns/columnLayout.ts";
import { Pager } from "../table/Pager.tsx";
import type { ListActor } from "./useListActor.ts";

interface Props {
  readonly actor: ListActor;
  readonly narrow: boolean;
  readonly remember: (changes: ListMemory) => void;
}

export function ListPager({ actor, narrow, remember }: Props) {
  const total = useSelector(actor, ({ context }) => context.page?.total ?? null);
  const query = useSelector(actor, ({ context }) => context.query);
  return (
    <Pager
      total={total}
      pageNo={query.pageNo}
      pageSize={query.pageSize}
      narrow={narrow}
      onPage={(pageNo) => actor.send({ type: "page.change", pageNo })}
      onSize={(pageSize) => {
        remember({ pageSize });
        actor.send({ type: "size.change", pageSize });
      }}
    />
  );
}
