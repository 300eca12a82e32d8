import { useEffect } from "react";
import { systemTitle } from "../../../adapters/contract/constants.ts";

/** The document's title: `页面 - 后台管理`. */
export function useTitle(page: string): void {
  useEffect(() => {
    document.title = `${page} - ${systemTitle}`;
  }, [page]);
}
