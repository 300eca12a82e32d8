import { type AlarmRow, alarmPriority } from "../../../adapters/contract/alarm.ts";
import { formatAlarmLine } from "../../../adapters/contract/alarmLine.ts";
import { formatPlace } from "./alarmTexts.ts";

/** Whether the browser may show notifications; null where it has none. */
export const getNotificationPermission = (): NotificationPermission | null =>
  "Notification" in window ? Notification.permission : null;

/** A browser may have notifications that only a service worker may show: then there are none. */
function createNotification(title: string, options: NotificationOptions): Notification | null {
  try {
    return new Notification(title, options);
  } catch (error) {
    console.error("桌面通知无法显示", error);
    return null;
  }
}

/**
 * Shows an alarm beside other windows, where the user has allowed it and does not look at the console.
 * @param now server's time, UTC ms
 * @param onOpen called when the user clicks it
 */
export function showNotification(alarm: AlarmRow, now: number, onOpen: () => void): void {
  if (getNotificationPermission() !== "granted" || document.hasFocus()) return;
  const notification = createNotification(
    `${alarmPriority.label(alarm.priority)} ${formatAlarmLine(alarm, now)}`,
    {
      body: formatPlace(alarm),
      // A repeat takes the place of the one before.
      tag: alarm.id,
    },
  );
  if (!notification) return;
  notification.onclick = () => {
    window.focus();
    notification.close();
    onOpen();
  };
}
