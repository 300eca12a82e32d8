import { and, eq, inArray, isNull } from "drizzle-orm";
import { listNotificationKinds, notificationKind } from "../../adapters/contract/notification.ts";
import { smsSignature } from "../../adapters/contract/smsText.ts";
import type { Db } from "../db/handle.ts";
import { mails } from "../db/schema/mail.ts";
import type { notifications } from "../db/schema/notification.ts";
import { notificationChoices } from "../db/schema/notificationChoice.ts";
import { staff } from "../db/schema/staff.ts";
import { formatShanghaiTime } from "../records/shanghaiDay.ts";
import { ownStoredRoles, toChangedRights } from "../rights/changedRights.ts";
import type { Settings } from "../settings/settings.ts";
import { staffTemplateCode } from "../sms/builtInTemplates.ts";
import { queueNoticeSms } from "../sms/queueNoticeSms.ts";

/** Whether SMS and mail can be sent at all. */
export interface ForwardChannels {
  readonly sms: boolean;
  readonly mail: boolean;
}

export const getChannels = ({ sms, mail }: Pick<Settings, "sms" | "mail">): ForwardChannels => ({
  sms: sms !== null,
  mail: mail !== null,
});

interface ForwardContext {
  readonly channels: ForwardChannels;
  readonly db: Db;
  readonly now: Date;
  readonly newId: () => string;
}

type StoredNotice = Pick<typeof notifications.$inferSelect, "id" | "staffId" | "kind" | "text">;

/** Longest text in an SMS, so that it stays within two or three parts. */
const maxSmsText = 80;

/**
 * Queues an SMS and a mail of each new notification for those who have chosen so, in the transaction that stores it: one
 * of each, or none. Sending neither waits for nor fails the call.
 */
export async function forwardNotices(
  context: ForwardContext,
  notices: readonly StoredNotice[],
): Promise<void> {
  const { db, now, channels } = context;
  if (notices.length === 0 || !(channels.sms || channels.mail)) return;
  const choices = await db
    .select({
      id: staff.id,
      name: staff.name,
      phone: staff.phoneNumber,
      roles: staff.roles,
      stored: ownStoredRoles,
      email: notificationChoices.email,
      smsKinds: notificationChoices.smsKinds,
      mailKinds: notificationChoices.mailKinds,
    })
    .from(notificationChoices)
    .innerJoin(staff, eq(staff.id, notificationChoices.staffId))
    .where(
      and(
        inArray(notificationChoices.staffId, [...new Set(notices.map(({ staffId }) => staffId))]),
        eq(staff.status, "normal"),
        isNull(staff.deletedAt),
      ),
    );
  const byStaff = new Map(
    choices.map((choice) => {
      const changedRights = toChangedRights(choice.roles, choice.stored);
      return [choice.id, { ...choice, kinds: listNotificationKinds({ roles: choice.roles, changedRights }) }];
    }),
  );
  for (const { id, staffId, kind, text } of notices) {
    const choice = byStaff.get(staffId);
    if (!choice?.kinds.includes(kind)) continue;
    const label = notificationKind.label(kind);
    if (channels.sms && choice.smsKinds.includes(kind)) {
      const params = { kind: label, text: text.slice(0, maxSmsText) };
      // The person's choice says so where the template cannot be used.
      await queueNoticeSms(context, { templateCode: staffTemplateCode, params }, [choice]);
    }
    if (channels.mail && choice.email !== "" && choice.mailKinds.includes(kind))
      await db.insert(mails).values({
        id,
        staffId,
        at: now,
        notBefore: now,
        address: choice.email,
        subject: `【${smsSignature}】${label}`,
        content: `${choice.name}：\n\n${label}\n${text}\n${formatShanghaiTime(now)}\n\n您在「通知 → 接收方式」中选择了接收此类邮件，可随时在那里关闭。`,
      });
  }
}
