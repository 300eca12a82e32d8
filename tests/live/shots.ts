import { openHarness } from "./harness/openHarness.ts";

const h = await openHarness(false);
const views = [
  [105.46, 39.92, 4],
  [116.4, 39.9, 8],
  [118.5, 31.5, 6],
  [113, 12, 5],
  [116.4, 39.9, 12],
  [105.46, 36, 4.6],
] as const;
for (const scheme of ["light", "dark"] as const) {
  for (const [i, [x, y, z]] of views.entries()) {
    const page = await h.page({ viewport: { width: 1600, height: 900 } });
    page.on("console", (m) => console.log(m.text()));
    page.on("pageerror", (e) => console.log(String(e)));
    const t = Date.now();
    await page.evaluate(([x, y, z, scheme]) => window.show({ place: { centre: [x, y], zoom: z }, scheme }), [
      x,
      y,
      z,
      scheme,
    ] as const);
    await page.evaluate(
      () =>
        new Promise<void>((ok) => {
          const w = () => (window.map ? window.map.once("rendercomplete", () => ok()) : setTimeout(w, 10));
          w();
        }),
    );
    console.log(scheme, z, Date.now() - t);
    await page.screenshot({ path: `/tmp/shots/base-${scheme}-${i}-z${z}.png` });
    await page.context().close();
  }
}
await h.close();
