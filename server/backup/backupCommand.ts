import { statSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import * as z from "zod/mini";
import { readStorage } from "../settings.ts";
import { readHeader } from "./readBackup.ts";
import { backupPath } from "./serveBackup.ts";
import { readServerFile } from "./serverFile.ts";
import { CommandError, fileArgument, megabytes, runCommand } from "./terminal.ts";
import { checkAbsent, writeBackup } from "./writeBackup.ts";

const refusal = z.object({ message: z.string() });

/** The server's answer as it comes in; throws where no server of this data folder answers. */
async function askServer(dataDir: string, signal: AbortSignal): Promise<IncomingMessage> {
  const none = new CommandError(
    `No server is running on DATA_DIR ${dataDir}. Start it, or set DATA_DIR to the folder that it was started with`,
  );
  const server = readServerFile(dataDir);
  if (!server) throw none;
  const answer = await new Promise<IncomingMessage>((answered, failed) => {
    const headers = { authorization: `Bearer ${server.token}` };
    request(`${server.url}${backupPath}`, { headers, signal }, answered).on("error", failed).end();
  }).catch((fault: NodeJS.ErrnoException) => {
    throw fault.code === "ECONNREFUSED" ? none : fault;
  });
  if (answer.statusCode === 200) return answer;
  // A process that was killed has left its file, and another one has its port.
  if (answer.statusCode === 404) throw none;
  const said = refusal.safeParse(JSON.parse(await text(answer)));
  throw new CommandError(said.success ? said.data.message : `The server answered ${answer.statusCode}`);
}

/** The answer's parts; a connection that breaks is the server's own breaking off. */
async function* partsOf(answer: IncomingMessage, onPart: (bytes: number) => void): AsyncGenerator<Buffer> {
  let bytes = 0;
  try {
    for await (const part of answer as AsyncIterable<Buffer>) {
      onPart((bytes += part.length));
      yield part;
    }
  } catch (cause) {
    throw new CommandError("The server broke the backup off; its log says why", { cause });
  }
}

const file = fileArgument("backup");
const read = readStorage({ DATA_DIR: process.env["DATA_DIR"] });
if ("faults" in read) {
  for (const fault of read.faults) console.error(fault);
  process.exit(1);
}
const { storage } = read;
await runCommand(
  async (signal, progress) => {
    checkAbsent(file);
    progress.show("Waiting for the server …");
    const answer = await askServer(storage.dataDir, signal);
    const { rows } = await writeBackup(
      file,
      partsOf(answer, (bytes) => progress.show(`Backing up: ${megabytes(bytes)}`)),
    );
    progress.clear();
    const counts = Object.values(rows);
    const all = counts.reduce((sum, count) => sum + count, 0);
    const { createdAt, keyFingerprint } = await readHeader(file);
    console.log(
      `Backed up ${all} rows of ${counts.length} tables as of ${createdAt} to ${file} (${megabytes(statSync(file).size)}).`,
    );
    console.log(`The secret key is not in it: keep a copy of it elsewhere (fingerprint ${keyFingerprint}).`);
  },
  { file, storage },
);
