import { useEffect } from "react";
import { systemTitle } from "../../../adapters/contract/constants.ts";

/** Sets the document's title to `页面 - 后台管理`; without a page it stays unchanged. */
export function useDocumentTitle(page: string | undefined): void {
  useEffect(() => {
    if (page !== undefined) document.title = `${page} - ${systemTitle}`;
  }, [page]);
}
