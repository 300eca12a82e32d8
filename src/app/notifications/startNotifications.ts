import type { ActorRefFrom } from "xstate";
import { type NotificationRow, notificationCalls } from "../../../adapters/contract/notification.ts";
import { socketTypes } from "../../../adapters/contract/socket.ts";
import type { Client } from "../../../adapters/http/client.ts";
import { notificationsMachine } from "../../../machines/notifications.machine.ts";
import { onEachReconnect } from "../../pageApi/onReconnect.ts";
import type { PageSocket } from "../../pageApi/pageSocket.ts";
import type { StartActor } from "../boot/createStartActor.ts";

export type NotificationsActor = ActorRefFrom<ReturnType<typeof notificationsMachine<NotificationRow>>>;

/** Starts the notifications of the session: read at once, and again when the socket says that there are others. */
export const startNotifications = (
  startActor: StartActor,
  client: Client,
  socket: PageSocket,
): NotificationsActor =>
  startActor(
    "notifications",
    notificationsMachine<NotificationRow>({
      load: ({ unreadOnly, before, downTo }, signal) =>
        client.call(
          notificationCalls.notificationList,
          {
            body: {
              unread: unreadOnly,
              ...(before === null ? {} : { before }),
              ...(downTo === null ? {} : { downTo }),
            },
          },
          { signal, quiet: true },
        ),
      markRead: async (read) => {
        await client.call(notificationCalls.notificationRead, { body: read }, { quiet: true });
      },
      watch: (onChange) => {
        const unsubscribe = socket.onFrame(({ type }) => {
          if (type === socketTypes.notifications) onChange();
        });
        const stopWaiting = onEachReconnect(socket, onChange);
        return () => {
          unsubscribe();
          stopWaiting();
        };
      },
    }),
  );
