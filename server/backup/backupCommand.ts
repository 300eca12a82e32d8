import { statSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import * as z from "zod/mini";
import { readStorage } from "../settings/settings.ts";
import { readHeader } from "./readBackup.ts";
import { backupPath } from "./serveBackup.ts";
import { readServerFile } from "./serverFile.ts";
import { CommandError, formatMegabytes, readFileArgument, runCommand } from "./terminal.ts";
import { assertFileAbsent, writeBackup } from "./writeBackup.ts";

const errorBody = z.object({ message: z.string() });

/** Resolves to the streaming response. Throws if no server of this data folder responds. */
async function requestBackup(dataDir: string, signal: AbortSignal): Promise<IncomingMessage> {
  const notRunningError = new CommandError(
    `No server is running on DATA_DIR ${dataDir}. Start it, or set DATA_DIR to the folder that it was started with`,
  );
  const server = readServerFile(dataDir);
  if (!server) throw notRunningError;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { authorization: `Bearer ${server.token}` };
    request(`${server.url}${backupPath}`, { headers, signal }, resolve).on("error", reject).end();
  }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === "ECONNREFUSED" ? notRunningError : error;
  });
  if (response.statusCode === 200) return response;
  // A killed server left its file, and another process has its port.
  if (response.statusCode === 404) throw notRunningError;
  const parsed = errorBody.safeParse(JSON.parse(await text(response)));
  throw new CommandError(parsed.success ? parsed.data.message : `The server answered ${response.statusCode}`);
}

/** Chunks of the response. A broken connection means that the server aborted the backup. */
async function* readChunks(
  response: IncomingMessage,
  onChunk: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  let bytes = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      onChunk((bytes += chunk.length));
      yield chunk;
    }
  } catch (cause) {
    throw new CommandError("The server broke the backup off; its log says why", { cause });
  }
}

const file = readFileArgument("backup");
const read = readStorage({ DATA_DIR: process.env["DATA_DIR"] });
if ("errors" in read) {
  for (const error of read.errors) console.error(error);
  process.exit(1);
}
const { storage } = read;
await runCommand(
  async (signal, progress) => {
    assertFileAbsent(file);
    progress.show("Waiting for the server …");
    const answer = await requestBackup(storage.dataDir, signal);
    const { rows } = await writeBackup(
      file,
      readChunks(answer, (bytes) => progress.show(`Backing up: ${formatMegabytes(bytes)}`)),
    );
    progress.clear();
    const counts = Object.values(rows);
    const all = counts.reduce((sum, count) => sum + count, 0);
    const { createdAt, keyFingerprint } = await readHeader(file);
    console.log(
      `Backed up ${all} rows of ${counts.length} tables as of ${createdAt} to ${file} (${formatMegabytes(statSync(file).size)}).`,
    );
    console.log(`The secret key is not in it: keep a copy of it elsewhere (fingerprint ${keyFingerprint}).`);
  },
  { file, storage },
);
