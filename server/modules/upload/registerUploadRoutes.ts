import { eq } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import { id } from "../../../adapters/contract/fields.ts";
import { lookUp } from "../../../adapters/contract/lookUp.ts";
import { uploads } from "../../db/schema/upload.ts";
import type { Platform } from "../../platform.ts";
import { isSignatureValid } from "./signedUploadUrl.ts";

const paramsSchema = z.object({ id });
const signatureSchema = z.object({
  until: z.coerce.number().check(z.int()),
  sign: z.string(),
  /** Shows a PDF in the console's own frame instead of downloading it. */
  view: z.optional(z.literal("inline")),
});
const notFoundBody = { state: -1, message: "图片不存在", data: null };
const expiredBody = { state: -1, message: "链接已失效，请刷新页面后重新打开", data: null };

/** Types that are downloaded, not shown: a browser's viewer refuses a sandboxed PDF, and XML would be a page. */
const downloadNames: Readonly<Record<string, ((id: string) => string) | undefined>> = {
  "application/pdf": (id) => `file-${id}.pdf`,
  "application/ofd": (id) => `invoice-${id}.ofd`,
  "application/xml": (id) => `invoice-${id}.xml`,
};

/**
 * Serves uploaded files. An image element sends no token, so there is no session to check: for a picture the random id is
 * the permission, and its URL never changes; a confidential upload needs a signature as well.
 */
export function registerUploadRoutes(
  app: FastifyInstance,
  platform: Pick<Platform, "callDb" | "clock" | "secretKey">,
): void {
  app.get("/uploads/:id", async (request, reply) => {
    const parsedParams = paramsSchema.safeParse(request.params);
    const [upload] = parsedParams.success
      ? await platform.callDb.select().from(uploads).where(eq(uploads.id, parsedParams.data.id))
      : [];
    if (!upload) return reply.status(404).send(notFoundBody);
    const isPublic = upload.purpose === "picture";
    if (!isPublic) {
      const query = signatureSchema.safeParse(request.query);
      if (
        !query.success ||
        !isSignatureValid(platform.secretKey, { id: upload.id, ...query.data }, platform.clock())
      )
        return reply.status(403).send(expiredBody);
      const getDownloadName = lookUp(downloadNames, upload.contentType);
      if (query.data.view === "inline" && upload.contentType === "application/pdf")
        return (
          reply
            .header("content-type", upload.contentType)
            .header("content-disposition", `inline; filename="file-${upload.id}.pdf"`)
            .header("cache-control", "private, no-store")
            .header("x-content-type-options", "nosniff")
            .header("x-frame-options", "SAMEORIGIN")
            // No sandbox, which browsers' viewers refuse; a viewer runs a PDF apart from the page that shows it. Those that
            // obey a PDF's policy show it as an object in a page with inline styles.
            .header(
              "content-security-policy",
              "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'",
            )
            .send(upload.bytes)
        );
      if (getDownloadName)
        reply.header("content-disposition", `attachment; filename="${getDownloadName(upload.id)}"`);
    }
    return reply
      .header("content-type", upload.contentType)
      .header("cache-control", isPublic ? "public, max-age=31536000, immutable" : "private, no-store")
      .header("x-content-type-options", "nosniff")
      .header("content-security-policy", "default-src 'none'; sandbox")
      .send(upload.bytes);
  });
}
