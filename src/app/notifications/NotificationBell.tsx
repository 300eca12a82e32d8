import { ActionIcon, Indicator, Popover } from "@mantine/core";
import { IconBell } from "@tabler/icons-react";
import { useSelector } from "@xstate/react";
import { useEffect, useRef, useState } from "react";
import * as word from "../../../adapters/contract/words.ts";
import { lazyDialog } from "../../loading/lazyDialog.tsx";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { useServices } from "../boot/useServices.ts";
import { NotificationPanel } from "./NotificationPanel.tsx";
import { type NotificationsActor, startNotifications } from "./startNotifications.ts";

const NotificationChoiceDialog = lazyDialog(
  async () => (await import("./NotificationChoiceDialog.tsx")).NotificationChoiceDialog,
);

/** The count in the badge; the panel shows the exact one. */
const formatCount = (count: number) => (count > 99 ? "99+" : String(count));

/** 通知: how many are unread, and the panel that lists them. */
export function NotificationBell() {
  const { startActor } = useServices();
  const { client, socket } = usePageApi();
  const [notifications, setNotifications] = useState<NotificationsActor>();
  const [opened, setOpened] = useState(false);
  const [isChoosing, setIsChoosing] = useState(false);
  const bell = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const actor = startNotifications(startActor, client, socket);
    setNotifications(actor);
    return () => {
      actor.stop();
    };
  }, [startActor, client, socket]);
  const unread = useSelector(notifications, (snapshot) => snapshot?.context.page?.unread ?? 0);
  const label = unread > 0 ? `通知，${unread} 条未读` : word.notification;
  return (
    <Indicator
      label={formatCount(unread)}
      disabled={unread === 0}
      color="red.8"
      size={16}
      offset={7}
      styles={{ indicator: { pointerEvents: "none", paddingInline: 4 } }}
    >
      <Popover opened={opened} onChange={setOpened} position="bottom-end" width={380} shadow="md" trapFocus>
        <Popover.Target>
          <ActionIcon
            ref={bell}
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={label}
            title={label}
            onClick={() => setOpened(!opened)}
          >
            <IconBell size={20} stroke={1.6} />
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown p={0} maw="calc(100vw - 16px)" aria-label={word.notification}>
          {notifications && (
            <NotificationPanel
              notifications={notifications}
              onClose={() => setOpened(false)}
              onChoose={() => {
                setOpened(false);
                setIsChoosing(true);
              }}
            />
          )}
        </Popover.Dropdown>
      </Popover>
      {isChoosing && (
        <NotificationChoiceDialog
          onClose={() => {
            setIsChoosing(false);
            // What opened it went with the panel.
            bell.current?.focus();
          }}
        />
      )}
    </Indicator>
  );
}
