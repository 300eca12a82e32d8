import { useLocation, useNavigate } from "react-router-dom";
import { isId } from "../../../adapters/contract/fields.ts";

export interface DetailParam {
  readonly id: string | null;
  readonly open: (id: string) => void;
  readonly close: () => void;
}

/** The URL parameter of the open detail; the list's query is left as it is. */
export function useDetailParam(): DetailParam {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const setId = (id: string | null, replace: boolean) => {
    const params = new URLSearchParams(search);
    if (id === null) params.delete("detail");
    else params.set("detail", id);
    const next = params.toString();
    void navigate({ pathname, search: next ? `?${next}` : "" }, { replace });
  };
  const raw = new URLSearchParams(search).get("detail");
  const id = raw !== null && isId(raw) ? raw : null;
  return { id, open: (next) => setId(next, id !== null), close: () => setId(null, false) };
}
