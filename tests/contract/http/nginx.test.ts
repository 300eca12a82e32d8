/** @module-tag full */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { readRecipe } from "../../helpers/readRecipe.ts";
import { createTestPlatform, type TestPlatform } from "../../helpers/testPlatform.ts";
import { createTemporaryFolder } from "../../process/createTemporaryFolder.ts";
import { startNginx } from "../../process/nginxProcess.ts";
import { createScreenFactory } from "../../wall/createScreenFactory.ts";

const folder = createTemporaryFolder("console");
const document = '<html data-base="/"><script src="/assets/index.js"></script></html>';
writeFileSync(path.join(folder.path, "index.html"), document);

let ctx: TestPlatform;
let screens: ReturnType<typeof createScreenFactory>;
beforeAll(async () => {
  ctx = await createTestPlatform({
    consoleDir: folder.path,
    env: { BASE_PATH: "/console/", TRUST_PROXY: "127.0.0.1" },
  });
  screens = createScreenFactory(ctx);
  await ctx.app.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(async () => {
  await ctx.close();
  folder[Symbol.dispose]();
});

const json = { method: "POST", headers: { "content-type": "application/json" } };

test.each([
  ["passes the path on", { location: "/console/", target: "" }],
  ["takes the path away", { location: "/console/", target: "/" }],
  ["passes everything on", { location: "/", target: "" }],
])(
  "behind nginx that %s, over TLS: pages, calls, a large upload, a screen and the socket",
  async (_title, { location, target }) => {
    const { port } = ctx.app.server.address() as AddressInfo;
    await using nginx = await startNginx(
      readRecipe("proxy.md", "nginx", "nginx"),
      { "location / {": `location ${location} {`, "127.0.0.1:5180;": `127.0.0.1:${port}${target};` },
      "/console/health",
    );
    const page = await nginx.send("/console/order/orderList");
    expect(page.text).toBe(
      '<html data-base="/console/"><script src="/console/assets/index.js"></script></html>',
    );
    expect(page.headers["strict-transport-security"]).toBe("max-age=31536000");
    const unknown = await nginx.send("/console/wms/api/none");
    expect([unknown.status, JSON.parse(unknown.text)]).toMatchObject([404, { message: "接口不存在" }]);
    // nginx's own limit is 1 MB: what refuses it is the platform, once it has read it.
    const form = new FormData();
    form.set("file", new Blob([Buffer.alloc(2_000_000)], { type: "image/png" }), "logo.png");
    const large = new Response(form);
    const upload = {
      "content-type": large.headers.get("content-type") ?? "",
      ...(await ctx.loginAs("admin")),
    };
    const options = { method: "POST", headers: upload };
    const refused = await nginx.send("/console/wms/api/logo/upload", options, await large.text());
    expect(JSON.parse(refused.text)).toMatchObject({ state: -1, message: expect.stringContaining("图片") });
    const { token } = await screens.makeUnopened();
    const link = JSON.stringify({ token, requestId: randomUUID() });
    const screen = await nginx.send("/console/wall/api/session", json, link);
    expect(String(screen.headers["set-cookie"])).toMatch(/; Path=\/console\/wall; .*; Secure$/);
    const origin = `https://${nginx.host}`;
    const socket = new WebSocket(`wss://${nginx.host}/console/ws`, { headers: { origin }, ca: nginx.ca });
    await once(socket, "open");
    socket.terminate();
  },
);
