import { eq } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import { id } from "../../../adapters/contract/fields.ts";
import { uploads } from "../../db/schema/upload.ts";
import type { Platform } from "../../platform.ts";
import { isSigned } from "./signedUpload.ts";

const params = z.object({ id });
const signed = z.object({ until: z.coerce.number().check(z.int()), sign: z.string() });
const missing = { state: -1, message: "图片不存在", data: null };
const stale = { state: -1, message: "链接已失效，请刷新页面后重新打开", data: null };

/** What is saved rather than shown: a browser's own viewer refuses a sandboxed PDF, and XML would be a page. */
const savedAs: Readonly<Record<string, ((id: string) => string) | undefined>> = {
  "application/pdf": (id) => `file-${id}.pdf`,
  "application/ofd": (id) => `invoice-${id}.ofd`,
  "application/xml": (id) => `invoice-${id}.xml`,
};

/**
 * Serves kept uploads. An image element sends no token, so there is no session to check: the random id is the
 * permission for a picture, which never changes under its address; a confidential upload needs a signature too.
 */
export function uploadRoutes(
  app: FastifyInstance,
  platform: Pick<Platform, "callDb" | "clock" | "secretKey">,
): void {
  app.get("/uploads/:id", async (request, reply) => {
    const asked = params.safeParse(request.params);
    const [upload] = asked.success
      ? await platform.callDb.select().from(uploads).where(eq(uploads.id, asked.data.id))
      : [];
    if (!upload) return reply.status(404).send(missing);
    const open = upload.purpose === "picture";
    if (!open) {
      const query = signed.safeParse(request.query);
      const good =
        query.success && isSigned(platform.secretKey, { id: upload.id, ...query.data }, platform.clock());
      if (!good) return reply.status(403).send(stale);
      const name = savedAs[upload.contentType];
      if (name) reply.header("content-disposition", `attachment; filename="${name(upload.id)}"`);
    }
    return reply
      .header("content-type", upload.contentType)
      .header("cache-control", open ? "public, max-age=31536000, immutable" : "private, no-store")
      .header("x-content-type-options", "nosniff")
      .header("content-security-policy", "default-src 'none'; sandbox")
      .send(upload.bytes);
  });
}
