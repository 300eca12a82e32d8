import { Button, Center, Loader, SegmentedControl, Text } from "@mantine/core";
import { useSelector } from "@xstate/react";
import { useNavigate } from "react-router-dom";
import { type NotificationRow, notificationKind } from "../../../adapters/contract/notification.ts";
import * as word from "../../../adapters/contract/words.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { formatTime } from "../../ui/format/formatTime.ts";
import { StatusTag } from "../../ui/StatusTag.tsx";
import classes from "./NotificationPanel.module.css";
import { getNotificationAddress } from "./notificationAddress.ts";
import type { NotificationsActor } from "./startNotifications.ts";

interface Props {
  readonly notifications: NotificationsActor;
  readonly onClose: () => void;
}

interface PanelProps extends Props {
  /** Asks for the choice of SMS and mail. */
  readonly onChoose: () => void;
}

/** All notifications or the unread ones, newest first. */
export function NotificationPanel({ notifications, onClose, onChoose }: PanelProps) {
  const page = useSelector(notifications, ({ context }) => context.page);
  const unreadOnly = useSelector(notifications, ({ context }) => context.unreadOnly);
  const isBusy = useSelector(notifications, (snapshot) => snapshot.hasTag("busy"));
  const hasFailed = useSelector(notifications, (snapshot) => snapshot.hasTag("failed"));
  const unread = page?.unread ?? 0;
  return (
    <section aria-label={word.notification} aria-busy={isBusy}>
      <div className={classes["head"]}>
        <SegmentedControl
          size="xs"
          aria-label="显示哪些通知"
          value={unreadOnly ? "unread" : "all"}
          data={[
            { value: "all", label: word.all },
            { value: "unread", label: unread > 0 ? `未读 ${unread}` : "未读" },
          ]}
          onChange={(value) => notifications.send({ type: "filter.choose", unreadOnly: value === "unread" })}
        />
        <Button
          variant="subtle"
          size="compact-sm"
          disabled={unread === 0}
          onClick={() => notifications.send({ type: "all.read" })}
        >
          全部标为已读
        </Button>
        <Button variant="subtle" size="compact-sm" onClick={onChoose}>
          接收方式
        </Button>
      </div>
      {hasFailed && (
        <div className={classes["failure"]} role="alert">
          <Text size="sm">没有读到通知，请检查网络后重试</Text>
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => notifications.send({ type: "load.retry" })}
          >
            {word.retry}
          </Button>
        </div>
      )}
      {page ? (
        <NotificationList notifications={notifications} onClose={onClose} />
      ) : (
        !hasFailed && (
          <Center py="xl">
            <Loader size="sm" aria-label="正在读取通知" />
          </Center>
        )
      )}
    </section>
  );
}

function NotificationList({ notifications, onClose }: Props) {
  const list = useSelector(notifications, ({ context }) => context.page?.list ?? noRows);
  const hasMore = useSelector(notifications, ({ context }) => context.page?.hasMore ?? false);
  const unreadOnly = useSelector(notifications, ({ context }) => context.unreadOnly);
  const isBusy = useSelector(notifications, (snapshot) => snapshot.hasTag("busy"));
  if (list.length === 0)
    return (
      <Text size="sm" c="dimmed" ta="center" py="xl" px="md">
        {unreadOnly ? "没有未读的通知" : "还没有通知。审核、开票、导出等有了结果，会在这里告诉您。"}
      </Text>
    );
  return (
    <ul className={classes["list"]}>
      {list.map((row) => (
        <li key={row.id}>
          <NotificationItem
            row={row}
            onRead={() => notifications.send({ type: "one.read", id: row.id })}
            onClose={onClose}
          />
        </li>
      ))}
      {hasMore && (
        <li className={classes["more"]}>
          <Button
            variant="subtle"
            size="compact-sm"
            loading={isBusy}
            onClick={() => notifications.send({ type: "older.show" })}
          >
            更早的通知
          </Button>
        </li>
      )}
    </ul>
  );
}

const noRows: readonly NotificationRow[] = [];

interface ItemProps {
  readonly row: NotificationRow;
  readonly onRead: () => void;
  readonly onClose: () => void;
}

/** One notification; it leads to what it tells, if the user may open that page. */
function NotificationItem({ row, onRead, onClose }: ItemProps) {
  const { canOpen } = usePageApi();
  const navigate = useNavigate();
  const { kind, text, at, isRead } = row;
  const address = getNotificationAddress(row);
  const isLink = address !== null && canOpen(address);
  return (
    <button
      type="button"
      className={classes["item"]}
      data-unread={!isRead || undefined}
      onClick={() => {
        if (!isRead) onRead();
        if (!isLink) return;
        onClose();
        void navigate(address);
      }}
    >
      <span className={classes["title"]}>
        <StatusTag {...notificationKind.tag(kind)} />
        <time className={classes["time"]} dateTime={at}>
          {formatTime(at).slice(5, 16)}
        </time>
      </span>
      <span className={classes["text"]}>{text}</span>
      {!isRead && <span className={classes["hidden"]}>{`未读${isLink ? "" : "，点击标为已读"}`}</span>}
    </button>
  );
}
