import { useCallback } from "react";
import { type SetURLSearchParams, useLocation, useSearchParams } from "react-router-dom";
import { getPagePath } from "../../adapters/http/basePath.ts";

/**
 * The search parameters of the page's address. A change is dropped where the browser is at another page already: a click
 * on it is in the browser's address before React renders that page, and the change would overwrite its entry.
 */
export function usePageSearchParams(): readonly [URLSearchParams, SetURLSearchParams] {
  const { pathname } = useLocation();
  const [params, setParams] = useSearchParams();
  const change = useCallback<SetURLSearchParams>(
    (next, options) => {
      if (getPagePath() === pathname) setParams(next, options);
    },
    [pathname, setParams],
  );
  return [params, change];
}
