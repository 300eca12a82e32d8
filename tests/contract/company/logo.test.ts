import { eq } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import { logoCalls } from "../../../adapters/contract/logo.ts";
import { companies } from "../../../server/db/schema/company.ts";
import { uploads } from "../../../server/db/schema/upload.ts";
import { setupData } from "../fixtures/setupFixtures.ts";

const { ctx, factory } = await setupData();
afterAll(() => ctx.close());

const createBlankImage = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: "#1d3f72" } });
const upload = async (bytes: Uint8Array | string) => {
  const part = typeof bytes === "string" ? bytes : Uint8Array.from(bytes);
  return ctx.callAs("operator", logoCalls.logoUpload, { file: new Blob([part], { type: "image/png" }) });
};
const uploadBlank = async () =>
  ((await upload(await createBlankImage(400, 200).png().toBuffer())).body.data as { url: string }).url;

describe("an uploaded picture", () => {
  test.each(["png", "jpeg", "webp"] as const)(
    "that is a %s is re-encoded and stored without its metadata",
    async (format) => {
      const original = await createBlankImage(3000, 1500)
        .withExif({ IFD0: { Copyright: "GPS 22.5 113.9" } })
        .toFormat(format)
        .toBuffer();
      const { body } = await upload(original);
      expect(body.state, body.message).toBe(0);
      const { url } = body.data as { url: string };
      expect(url).toMatch(/^\/uploads\/\d{19}$/);
      const served = await ctx.app.inject({ method: "GET", url });
      expect(served.statusCode).toBe(200);
      expect(served.headers["content-type"]).toBe("image/webp");
      expect(served.headers["x-content-type-options"]).toBe("nosniff");
      expect(served.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
      expect(served.headers["content-security-policy"]).toBe("default-src 'none'; sandbox");
      const stored = await sharp(served.rawPayload).metadata();
      expect(stored).toMatchObject({ format: "webp", width: 1024, height: 512 });
      expect(stored.exif).toBeUndefined();
    },
  );

  test("keeps the orientation of a photo taken upright", { tags: "full" }, async () => {
    // Orientation 6: rotate by 90° for display, as phones write upright photos.
    const lying = await createBlankImage(40, 20).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    const { url } = (await upload(lying)).body.data as { url: string };
    const served = await ctx.app.inject({ method: "GET", url });
    expect(await sharp(served.rawPayload).metadata()).toMatchObject({ width: 20, height: 40 });
  });

  test.each([
    [
      "an svg that calls itself a png",
      "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
    ],
    ["a page", "<!doctype html><script>alert(1)</script>"],
    ["a gif", "GIF89a\u0001\u0000\u0001\u0000"],
    ["nothing", ""],
  ])("that is %s is refused", async (_what, text) => {
    const before = await ctx.db.$count(uploads);
    expect((await upload(text)).body).toMatchObject({
      state: -1,
      message: "仅支持 PNG、JPEG、WebP 格式的图片",
    });
    expect(await ctx.db.$count(uploads)).toBe(before);
  });

  test("that is a truncated png is refused", { tags: "full" }, async () => {
    const half = (await createBlankImage(300, 300).png().toBuffer()).subarray(0, 60);
    expect((await upload(half)).body).toMatchObject({
      state: -1,
      message: "图片已损坏或无法读取，请更换图片",
    });
  });

  test("of more than 2 MB is refused", async () => {
    const big = Buffer.concat([
      await createBlankImage(10, 10).png().toBuffer(),
      Buffer.alloc(2 * 1024 * 1024),
    ]);
    expect((await upload(big)).body).toMatchObject({
      state: -1,
      message: "图片不能超过 2 MB，请压缩后重新上传",
    });
  });

  test("with few bytes but too many pixels is refused before it is decoded", { tags: "full" }, async () => {
    const bomb = await createBlankImage(12_000, 12_000).png({ compressionLevel: 9 }).toBuffer();
    expect(bomb.length).toBeLessThan(2 * 1024 * 1024);
    expect((await upload(bomb)).body).toMatchObject({ state: -1, message: "图片尺寸过大，请缩小后重新上传" });
  });

  test.each(["/uploads/1", "/uploads/abc", "/uploads/9223372036854775808", "/uploads/..%2f..%2fetc"])(
    "that does not exist is a 404 in the envelope: %s",
    { tags: "full" },
    async (url) => {
      const response = await ctx.app.inject({ method: "GET", url });
      expect(response.statusCode).toBe(404);
      expect(response.json()).toMatchObject({ state: -1, data: null });
    },
  );
});

describe("a company's logo", () => {
  test("is previewed as the company's header, stored as a draft, then submitted", async () => {
    const { id } = await factory.createCompany({ name: "<云鹰> & 子公司" });
    const url = await uploadBlank();
    const preview = await ctx.callAs("operator", logoCalls.logoPreview, { body: { companyId: id, url } });
    expect(preview.body.state, preview.body.message).toBe(0);
    const { image, version } = preview.body.data as { image: string; version: number };
    expect(version).toBe(2);
    const picture = sharp(Buffer.from(image.replace("data:image/png;base64,", ""), "base64"));
    expect(await picture.metadata()).toMatchObject({ format: "png", width: 960, height: 64 });
    const corner = await picture
      .extract({ left: 0, top: 0, width: 1, height: 1 })
      .removeAlpha()
      .raw()
      .toBuffer();
    expect([...corner]).toEqual([0x30, 0x41, 0x56]);
    const detail = async () => (await ctx.callAs("finance", logoCalls.logoDetail, { params: { id } })).body;
    expect((await detail()).data).toMatchObject({ url, status: "draft" });
    const submit = { params: { id }, body: { url } };
    const submitted = await ctx.callAs("operator", logoCalls.logoSubmit, submit);
    expect(submitted.body.data).toMatchObject({ companyId: id, url, status: "submitted", version: 3 });
  });

  test("must be an uploaded picture", async () => {
    const { id } = await factory.createCompany();
    const body = { companyId: id, url: "/uploads/4611686018427387999" };
    const response = await ctx.callAs("operator", logoCalls.logoPreview, { body });
    expect(response.body).toMatchObject({ state: -1, message: "图片不存在或已删除" });
    const [record] = await ctx.db.select().from(companies).where(eq(companies.id, id));
    expect(record).toMatchObject({ logoStatus: "none", logoUrl: "", version: 1 });
  });
});
