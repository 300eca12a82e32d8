import { and, asc, eq, lte } from "drizzle-orm";
import { type MailRecord, mails } from "../db/schema/mail.ts";
import type { Platform } from "../platform.ts";
import type { MailResult, MailTransport } from "./mailTransport.ts";

const pollIntervalMs = 2_000;
/** Before the second attempt, the third and so on; then it is given up. */
const retryMinutes = [1, 5, 15, 60, 240, 720] as const;

export interface MailSender {
  readonly start: () => Promise<void>;
  /** Sends what is due; for tests without timers. */
  readonly sendDue: () => Promise<void>;
  /** Waits for the mail under way. */
  readonly stop: () => Promise<void>;
}

type SenderPlatform = Pick<Platform, "db" | "clock" | "onError" | "log">;

/** Claims the next due mail before it is sent, so that a process that dies meanwhile leaves it marked. */
function claimNext({ db, clock }: SenderPlatform): Promise<MailRecord | null> {
  return db.transaction(async (tx) => {
    const [mail] = await tx
      .select()
      .from(mails)
      .where(and(eq(mails.status, "queued"), lte(mails.notBefore, clock())))
      .orderBy(asc(mails.notBefore), asc(mails.id))
      .limit(1)
      .for("update", { skipLocked: true });
    if (!mail) return null;
    const attempts = mail.attempts + 1;
    await tx.update(mails).set({ status: "sending", attempts }).where(eq(mails.id, mail.id));
    return { ...mail, attempts };
  });
}

/** What a result makes of a mail. */
function toChange(result: MailResult, attempts: number, now: Date): Partial<MailRecord> {
  if (result.outcome === "sent") return { status: "sent", failReason: "" };
  const { reason: failReason } = result;
  const minutes = retryMinutes[attempts - 1];
  if (result.outcome === "lost") return { status: "unknown", failReason };
  if (result.outcome === "refused" || minutes === undefined) return { status: "failed", failReason };
  const again = `${failReason}，稍后自动重发`;
  return { status: "queued", failReason: again, notBefore: new Date(now.getTime() + minutes * 60_000) };
}

/** Sends queued mails in the background. All state is in the database; one process serves it. */
export function createMailSender(platform: SenderPlatform, transport: MailTransport): MailSender {
  const { db, clock, onError, log } = platform;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> = Promise.resolve();

  async function sendDue(): Promise<void> {
    while (!isStopped) {
      const mail = await claimNext(platform);
      if (mail === null) return;
      const result = await transport.send(mail);
      await db
        .update(mails)
        .set(toChange(result, mail.attempts, clock()))
        .where(eq(mails.id, mail.id));
      if (result.outcome !== "sent")
        log.warn({ mailId: mail.id, outcome: result.outcome, attempts: mail.attempts }, "mail not sent");
    }
  }
  function schedule(): void {
    timer = setTimeout(() => {
      sending = sendDue().catch((error: unknown) => onError(error, "mail"));
      void sending.then(() => {
        if (!isStopped) schedule();
      });
    }, pollIntervalMs);
  }
  return {
    start: async () => {
      // Claimed by a process that is gone.
      await db
        .update(mails)
        .set({ status: "unknown", failReason: "发送时服务中断，可能已送达" })
        .where(eq(mails.status, "sending"));
      schedule();
    },
    sendDue,
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await sending;
    },
  };
}
