import { useLayoutEffect } from "react";
import { useNavigate } from "react-router-dom";
import { useRuntime } from "../runtime/useRuntime.ts";

/** `/redirect/{path}`: forgets what was kept of the page and goes there again. */
export function RefreshPage({ path, search }: { readonly path: string; readonly search: string }) {
  const { tags } = useRuntime();
  const navigate = useNavigate();
  useLayoutEffect(() => {
    tags.send({ type: "tag.refresh", path });
    void navigate(path + search, { replace: true });
  }, [tags, navigate, path, search]);
  return null;
}
