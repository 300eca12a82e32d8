import { randomUUID } from "node:crypto";
import { createWriteStream, rmSync } from "node:fs";
import { mkdir, readFile, rename, rm } from "node:fs/promises";
import path from "node:path";
import { finished } from "node:stream";
import { pipeline } from "node:stream/promises";
import type {} from "@fastify/multipart";
import type { FastifyReply, FastifyRequest } from "fastify";
import { logoMaxBytes } from "../../adapters/contract/logo.ts";
import * as word from "../../adapters/contract/words.ts";
import type { UploadedFile } from "../uploadedFile.ts";
import { RateLimitError } from "./rateLimitError.ts";
import { ValidationError } from "./validationError.ts";

/** Uploads at the same time: of one person, and of all. */
const maxPerPerson = 2;
const maxTotal = 8;
/** Seconds after which a refused upload may be tried again. */
const retryAfterSeconds = 5;

/**
 * An upload with a larger content length is rejected unread. What is not much larger than its call permits is read, so
 * that the call defines what is permitted.
 */
const getMaxRequestBytes = (maxBytes: number) => Math.max(16 * 1024 * 1024, maxBytes * 1.5);

class PayloadTooLargeError extends Error {
  readonly statusCode = 413;
}

/** A received upload, whose file the receiver removes unless it was moved. */
export interface ReceivedUpload {
  readonly file: UploadedFile;
  readonly discard: () => Promise<void>;
}

/** Receives uploads into files, so that those that stall hold no memory. */
export interface UploadReceiver {
  /**
   * Takes a place for the request until its answer is sent. Called before the body is read.
   * @throws RateLimitError where the person, or everybody together, uploads too much at once
   */
  readonly admit: (staffId: string, reply: FastifyReply) => void;
  /**
   * Reads the one file of a multipart call, truncated at `maxBytes`. It is to be discarded after the call.
   * @throws ValidationError where the file is missing or incomplete
   */
  readonly receive: (request: FastifyRequest, maxBytes: number | undefined) => Promise<ReceivedUpload>;
}

/** @param dataDir the files are below it while they are received */
export function createUploadReceiver(dataDir: string): UploadReceiver {
  const countByPerson = new Map<string, number>();
  const folder = path.join(dataDir, "receiving");
  let total = 0;
  // What a killed server was receiving.
  rmSync(folder, { recursive: true, force: true });

  async function receivePart(request: FastifyRequest, maxBytes: number): Promise<ReceivedUpload> {
    const part = await request.file({
      limits: { fileSize: maxBytes, files: 1 },
      throwFileSizeLimit: false,
    });
    if (part?.fieldname !== "file") throw new ValidationError([{ path: "file", message: word.chooseFile }]);
    await mkdir(folder, { recursive: true });
    const received = path.join(folder, randomUUID());
    const discard = () => rm(received, { force: true });
    try {
      await pipeline(part.file, createWriteStream(received));
      const file = {
        bytes: await readFile(received),
        truncated: part.file.truncated,
        moveTo: (to: string) => rename(received, to),
      };
      return { file, discard };
    } catch (error) {
      await discard();
      throw error;
    }
  }

  return {
    admit: (staffId, reply) => {
      const own = countByPerson.get(staffId) ?? 0;
      if (own >= maxPerPerson)
        throw new RateLimitError("您有文件正在上传，请等它们完成后再试", retryAfterSeconds);
      if (total >= maxTotal) throw new RateLimitError("正在上传的文件太多，请稍后再试", retryAfterSeconds);
      countByPerson.set(staffId, own + 1);
      total += 1;
      finished(reply.raw, () => {
        const left = (countByPerson.get(staffId) ?? 1) - 1;
        if (left === 0) countByPerson.delete(staffId);
        else countByPerson.set(staffId, left);
        total -= 1;
      });
    },
    receive: async (request, maxBytes = logoMaxBytes) => {
      if (Number(request.headers["content-length"]) > getMaxRequestBytes(maxBytes))
        throw new PayloadTooLargeError();
      if (!request.isMultipart()) throw new ValidationError([{ path: "file", message: word.chooseFile }]);
      try {
        return await receivePart(request, maxBytes);
      } catch (error) {
        if (error instanceof ValidationError || isDiskError(error)) throw error;
        throw new ValidationError([{ path: "file", message: "上传内容不完整，请重新选择文件" }]);
      }
    },
  };
}

/** A full or failing disk of the server is not the caller's fault. */
const isDiskError = (error: unknown): boolean =>
  ["ENOSPC", "EDQUOT", "EIO", "EACCES", "EROFS", "EMFILE"].includes(
    String((error as NodeJS.ErrnoException | null)?.code),
  );
