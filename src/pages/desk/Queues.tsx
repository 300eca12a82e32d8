import { Link } from "react-router-dom";
import { type DeskItem, type DeskQueue, deskItemLimit } from "../../../adapters/contract/desk.ts";
import * as word from "../../../adapters/contract/words.ts";
import { toRecordPath } from "../../list/links/recordLinks.ts";
import type { DeskData } from "../../pageApi/useDesk.ts";
import { formatMoney } from "../../ui/format/formatMoney.ts";
import { formatNumber } from "../../ui/format/formatNumber.ts";
import { formatTime } from "../../ui/format/formatTime.ts";
import { formatWait } from "./formatWait.ts";
import classes from "./Queues.module.css";

/** A count with the first of what it counts. */
export interface Queue {
  readonly name: DeskQueue;
  readonly label: string;
  /** Of the whole list. */
  readonly address: string;
}

interface Props {
  readonly queues: readonly Queue[];
  readonly data: DeskData;
}

/** What waits: each queue with its number and its first records; those without any are one line. */
export function Queues({ queues, data: { at, counts, first, drafts } }: Props) {
  const visible = queues.filter(({ name }) => counts[name] !== undefined);
  const waiting = visible.filter(({ name }) => (counts[name] ?? 0) > 0);
  const empty = visible.filter(({ name }) => counts[name] === 0).map(({ label }) => label);
  const now = Date.parse(at);
  return (
    <>
      <ul className={classes["queues"]} aria-label="待办">
        {waiting.map(({ name, label, address }) => (
          <li key={name} className={classes["queue"]}>
            <Head label={label} count={counts[name] ?? 0} address={address} />
            <ul className={classes["items"]} aria-label={label}>
              {(first[name] ?? []).map((item) => (
                <Item key={item.id} item={item} list={address} now={now} />
              ))}
              {name === "refundingOrders" && (
                <OwnRefunds total={counts[name] ?? 0} others={first[name]?.length ?? 0} />
              )}
            </ul>
          </li>
        ))}
        {counts.drafts > 0 && (
          <li className={classes["queue"]}>
            <Head label="未完成草稿" count={counts.drafts} address={null} />
            <Drafts drafts={drafts} now={now} />
          </li>
        )}
      </ul>
      {empty.length > 0 && <p className={classes["empty"]}>{`没有待处理：${empty.join("、")}`}</p>}
    </>
  );
}

interface OwnRefundsProps {
  readonly total: number;
  /** Shown of those that wait for somebody else. */
  readonly others: number;
}

/** The refunds that wait for the user are told among the audits; if more than three wait for others, the list has all. */
function OwnRefunds({ total, others }: OwnRefundsProps) {
  if (others === deskItemLimit || others === total) return null;
  return (
    <li className={classes["item"]}>
      <span className={classes["facts"]}>{`其中 ${total - others} 条由您审批，见「${word.awaitsMe}」`}</span>
    </li>
  );
}

interface HeadProps {
  readonly label: string;
  readonly count: number;
  /** Null where no list has them. */
  readonly address: string | null;
}

function Head({ label, count, address }: HeadProps) {
  const content = (
    <>
      <span>{label}</span>
      <strong className={classes["count"]}>{formatNumber(count)}</strong>
    </>
  );
  if (address === null) return <div className={classes["head"]}>{content}</div>;
  return (
    <Link to={address} className={classes["head"]} aria-label={`${label} ${formatNumber(count)}，打开列表`}>
      {content}
    </Link>
  );
}

interface ItemProps {
  readonly item: DeskItem;
  /** Of the queue's list, where the record's detail opens: 下一条 goes on within the queue. */
  readonly list: string;
  readonly now: number;
}

function Item({ item, list, now }: ItemProps) {
  const { kind, id, title, subtitle, by, at, amountFen } = item;
  // The longest part, which may be cut, is the last one.
  const parts = [amountFen === null ? "" : formatMoney(amountFen), by, subtitle];
  return (
    <Row
      title={title}
      address={
        kind === "company" ? toRecordPath(kind, id) : `${list}${list.includes("?") ? "&" : "?"}detail=${id}`
      }
      wait={formatWait(item, now)}
      at={at}
      facts={parts.filter((part) => part !== "").join(" · ")}
    />
  );
}

/** The drafts by their forms; the link leads to the form or its record, or to the page on which it is opened by hand. */
function Drafts({ drafts, now }: { readonly drafts: DeskData["drafts"]; readonly now: number }) {
  return (
    <ul className={classes["items"]} aria-label="未完成草稿">
      {drafts.map(({ title, address, at }) => (
        <Row
          key={`${address} ${title} ${at}`}
          title={title || "较早的草稿"}
          address={address || null}
          wait={formatWait({ kind: "draft", at }, now)}
          at={at}
          facts={address.includes("?") ? "" : "重新打开原来的表单即可恢复"}
        />
      ))}
    </ul>
  );
}

interface RowProps {
  readonly title: string;
  readonly address: string | null;
  readonly wait: string;
  readonly at: string | null;
  readonly facts: string;
}

const Row = ({ title, address, wait, at, facts }: RowProps) => (
  <li className={classes["item"]}>
    <div className={classes["line"]}>
      {address === null ? (
        <span className={classes["title"]}>{title}</span>
      ) : (
        <Link to={address} className={classes["title"]} title={title}>
          {title}
        </Link>
      )}
      <span className={classes["wait"]} title={at === null ? undefined : formatTime(at)}>
        {wait}
      </span>
    </div>
    {facts !== "" && (
      <div className={classes["facts"]} title={facts}>
        {facts}
      </div>
    )}
  </li>
);
