import { Readable } from "node:stream";
import MailComposer from "nodemailer/lib/mail-composer";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import type { MailSettings } from "../settings/mailSettings.ts";

/** A mail for the server; its id makes the message id, by which a mailbox tells a repeated one. */
export interface OutgoingMail {
  readonly id: string;
  readonly address: string;
  readonly subject: string;
  readonly content: string;
}

/** `retry`: it has certainly not arrived, and may later; `lost`: it may have arrived. */
export type MailResult =
  | { readonly outcome: "sent" }
  | { readonly outcome: "retry" | "refused" | "lost"; readonly reason: string };

/** Sends mails, one after the other. Never throws. */
export interface MailTransport {
  readonly send: (mail: OutgoingMail) => Promise<MailResult>;
}

const timeoutMs = 20_000;
const loopback = new Set(["127.0.0.1", "localhost", "[::1]"]);

interface SmtpError {
  readonly code?: string;
  readonly responseCode?: number;
}

/**
 * What a failure means. Its own text may name addresses and is not kept.
 * @param isUnderWay whether the text was being sent
 */
function toResult({ code, responseCode }: SmtpError, isUnderWay: boolean): MailResult {
  if (code === "EAUTH") return { outcome: "retry", reason: "邮件服务器登录失败，请联系管理员" };
  if (responseCode !== undefined && responseCode >= 500)
    return { outcome: "refused", reason: `邮件服务器拒收（${responseCode}），请检查邮箱地址` };
  if (responseCode !== undefined)
    return { outcome: "retry", reason: `邮件服务器暂不接收（${responseCode}）` };
  if (isUnderWay) return { outcome: "lost", reason: "邮件服务器没有答复，可能已送达" };
  return { outcome: "retry", reason: "邮件服务器无法连接" };
}

/**
 * A transport to the configured SMTP server, with a connection for each mail. Credentials are never sent without
 * encryption, but on this machine.
 */
export function createMailTransport({ url, username, password, from }: MailSettings): MailTransport {
  const { protocol, hostname, port } = new URL(url);
  const isEncrypted = protocol === "smtps:";
  const auth = username && password ? { user: username, pass: password } : null;
  const domain = from.slice(from.lastIndexOf("@") + 1);

  async function deliver(mail: OutgoingMail, onText: () => void): Promise<void> {
    const text = await new MailComposer({
      from,
      to: mail.address,
      subject: mail.subject,
      text: mail.content,
      messageId: `<notification-${mail.id}@${domain}>`,
    })
      .compile()
      .build();
    const connection = new SMTPConnection({
      host: hostname.replace(/^\[|\]$/g, ""),
      ...(port === "" ? {} : { port: Number(port) }),
      secure: isEncrypted,
      requireTLS: !isEncrypted && auth !== null && !loopback.has(hostname),
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
    });
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const handle = (next: () => void) => (error?: Error | null) => (error ? reject(error) : next());
    // The server asks for the text when it has taken the addresses.
    const stream = Readable.from(
      (function* () {
        onText();
        yield text;
      })(),
    );
    const send = () => connection.send({ from, to: [mail.address] }, stream, handle(resolve));
    connection.on("error", reject);
    connection.connect(handle(() => (auth ? connection.login(auth, handle(send)) : send())));
    try {
      await promise;
      connection.quit();
    } catch (error) {
      connection.close();
      throw error;
    }
  }

  return {
    send: async (mail) => {
      let isUnderWay = false;
      try {
        await deliver(mail, () => {
          isUnderWay = true;
        });
        return { outcome: "sent" };
      } catch (error) {
        return toResult(error as SmtpError, isUnderWay);
      }
    },
  };
}
