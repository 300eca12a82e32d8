import { eq } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import { id } from "../../../adapters/contract/fields.ts";
import type { Db } from "../../db/handle.ts";
import { uploads } from "../../db/schema/upload.ts";

const params = z.object({ id });
const missing = { state: -1, message: "图片不存在", data: null };

/**
 * Serves kept pictures. An image element sends no token, so there is no session to check: the random id is
 * the permission. A picture never changes under its address.
 */
export function uploadRoutes(app: FastifyInstance, db: Db): void {
  app.get("/uploads/:id", async (request, reply) => {
    const asked = params.safeParse(request.params);
    const [picture] = asked.success
      ? await db.select().from(uploads).where(eq(uploads.id, asked.data.id))
      : [];
    if (!picture) return reply.status(404).send(missing);
    return reply
      .header("content-type", picture.contentType)
      .header("cache-control", "public, max-age=31536000, immutable")
      .header("x-content-type-options", "nosniff")
      .header("content-security-policy", "default-src 'none'; sandbox")
      .send(picture.bytes);
  });
}
