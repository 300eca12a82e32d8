import { useEffect } from "react";
import { systemTitle } from "../../../adapters/contract/constants.ts";

/** The document's title: `页面 - 后台管理`; without a page it stays what it was. */
export function useDocumentTitle(page: string | undefined): void {
  useEffect(() => {
    if (page !== undefined) document.title = `${page} - ${systemTitle}`;
  }, [page]);
}
