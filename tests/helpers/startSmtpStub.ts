import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";

/** What the stub does with the next mails: takes them, refuses the address, is busy, or never answers the text. */
type SmtpMood = "accept" | "refuse" | "busy" | "silent";

export interface SmtpStub {
  readonly url: string;
  mood: SmtpMood;
  /** Mails that it took: recipient, and head and text as sent. */
  readonly mails: { readonly to: string; readonly text: string }[];
  readonly close: () => Promise<void>;
}

/** An SMTP server on this machine that keeps what it gets. */
export async function startSmtpStub(): Promise<SmtpStub> {
  const mails: { to: string; text: string }[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    let to = "";
    let text: string | null = null;
    let pending = "";
    const answer = (line: string) => socket.write(`${line}\r\n`);
    const handle = (line: string) => {
      if (text !== null) {
        if (line !== ".") text += `${line}\n`;
        else {
          if (stub.mood === "silent") socket.destroy();
          else {
            mails.push({ to, text });
            answer("250 taken");
          }
          text = null;
        }
        return;
      }
      const verb = line.slice(0, 4).toUpperCase();
      if (verb === "RCPT") {
        to = /<(.*?)>/.exec(line)?.[1] ?? "";
        if (stub.mood === "refuse") answer("550 no such mailbox");
        else answer(stub.mood === "busy" ? "451 later" : "250 ok");
      } else if (verb === "DATA") {
        text = "";
        answer("354 go on");
      } else if (verb === "QUIT") socket.end("221 bye\r\n");
      else answer("250 ok");
    };
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket)).on("error", () => undefined);
    socket.setEncoding("utf8").on("data", (chunk: string) => {
      const lines = `${pending}${chunk}`.split("\r\n");
      pending = lines.pop() ?? "";
      for (const line of lines) handle(line);
    });
    answer("220 stub");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const stub: SmtpStub = {
    url: `smtp://127.0.0.1:${port}`,
    mood: "accept",
    mails,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
  return stub;
}
