import { Button } from "@mantine/core";
import { useState } from "react";
import { getNotificationPermission } from "./desktopNotification.ts";

/** Asks the browser for notifications about P1 while another window is looked at; nothing asks by itself. */
export function NotificationButton() {
  const [permission, setPermission] = useState(getNotificationPermission);
  if (permission === null || permission === "granted") return null;
  if (permission === "denied")
    return <span title="请在浏览器的网站设置里允许通知">桌面通知被浏览器禁止</span>;
  return (
    <Button
      size="compact-xs"
      variant="default"
      onClick={() => void Notification.requestPermission().then(setPermission)}
    >
      开启桌面通知
    </Button>
  );
}
