import { Title } from "@mantine/core";
import { useEffect, useState } from "react";
import { Link } from "react-router-dom";
import { searchKind } from "../../../adapters/contract/graphql/search.ts";
import { fetchRecentRecords, type RecentRecord } from "../../list/links/recentRecords.ts";
import { toHitPath } from "../../list/links/toHitPath.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import classes from "./Desk.module.css";

/** 最近访问: the records that the user opened last, on any computer. */
export function RecentRecords() {
  const { storage, canOpen } = usePageApi();
  const [records, setRecords] = useState<readonly RecentRecord[]>([]);
  // Effects start again whenever the page is shown.
  useEffect(() => {
    let isCurrent = true;
    fetchRecentRecords({ storage }).then(
      (found) => {
        if (isCurrent) setRecords(found);
      },
      // The desk works without them.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [storage]);
  const links = records.flatMap((record) => {
    const address = toHitPath(record, canOpen);
    return address === null ? [] : [{ ...record, address }];
  });
  if (links.length === 0) return null;
  return (
    <section className={classes["section"]} aria-label="最近访问">
      <Title order={2} size="h5">
        最近访问
      </Title>
      <ul className={classes["records"]}>
        {links.map(({ kind, id, title, subtitle, address }) => (
          <li key={`${kind} ${id}`} className={classes["record"]}>
            <span className={classes["kind"]}>{searchKind.label(kind)}</span>
            <Link to={address} title={title}>
              {title}
            </Link>
            <span className={classes["subtitle"]}>{subtitle}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
