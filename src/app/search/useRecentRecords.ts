import { useEffect, useState } from "react";
import { toCallError } from "../../list/toCallError.ts";
import type { PageApi } from "../../pageApi/usePageApi.ts";
import {
  addRecentRecord,
  fetchRecentRecords,
  type RecentRecord,
  storeRecentRecord,
} from "./recentRecords.ts";

/** The user's recent records, read again each time the search opens: another tab may have added some. */
export function useRecentRecords(pageApi: PageApi, opened: boolean) {
  const { storage } = pageApi;
  const [recent, setRecent] = useState<readonly RecentRecord[]>([]);
  useEffect(() => {
    if (!opened) return;
    let closed = false;
    fetchRecentRecords({ storage }).then((records) => {
      if (!closed) setRecent(records);
    }, toCallError);
    return () => {
      closed = true;
    };
  }, [storage, opened]);
  const remember = (record: RecentRecord) => {
    setRecent(addRecentRecord(recent, record));
    storeRecentRecord({ storage }, record).catch(toCallError);
  };
  return { recent, remember };
}
