import { type AlarmRow, alarmPriority } from "../../../../../adapters/contract/alarm.ts";
import { formatKind, formatPlace, formatSubject } from "../../alarm/alarmTexts.ts";

/** Whether the browser may show notifications; null where it has none. */
export const getNotificationPermission = (): NotificationPermission | null =>
  "Notification" in window ? Notification.permission : null;

/**
 * Shows an alarm beside other windows, where the user has allowed it and does not look at the console.
 * @param onOpen called when the user clicks it
 */
export function showNotification(alarm: AlarmRow, onOpen: () => void): void {
  if (getNotificationPermission() !== "granted" || document.hasFocus()) return;
  const notification = new Notification(`${alarmPriority.label(alarm.priority)} ${formatKind(alarm)}`, {
    body: `${formatSubject(alarm)}，${formatPlace(alarm)}`,
    // A repeat takes the place of the one before.
    tag: alarm.id,
  });
  notification.onclick = () => {
    window.focus();
    notification.close();
    onOpen();
  };
}
