import { useEffect, useEffectEvent } from "react";
import { useLocation } from "react-router-dom";
import type { Remembering } from "../columns/useListMemory.ts";
import type { ListActor } from "./listActor.ts";

/** Opens a list with the size it had last, once that is known, unless the address names a page or size itself. */
export function useRememberedSize(actor: ListActor, { known, memory }: Remembering) {
  const { search } = useLocation();
  const apply = useEffectEvent(() => {
    const params = new URLSearchParams(search);
    const { pageSize } = memory;
    if (pageSize === undefined || params.has("size") || params.has("page")) return;
    if (pageSize !== actor.getSnapshot().context.query.pageSize)
      actor.send({ type: "size.change", pageSize });
  });
  useEffect(() => {
    if (known) apply();
  }, [known]);
}
