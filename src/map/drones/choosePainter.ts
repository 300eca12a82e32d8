import { createSoftwarePainter } from "./createSoftwarePainter.ts";
import { createWebglPainter } from "./createWebglPainter.ts";
import type { Painter } from "./painter.ts";

/** WebGL renderers that run on the CPU, where the software painter is about five times as fast. */
const softwareRenderers = /swiftshader|llvmpipe|lavapipe|softpipe|swrast|software|basic render|virgl/i;

/** @param name value of `UNMASKED_RENDERER_WEBGL` or `RENDERER` */
export const isSoftwareRenderer = (name: string): boolean => softwareRenderers.test(name);

/**
 * Returns the WebGL painter if a GPU is available, otherwise the software painter. In the address, `?painter=webgl` and
 * `?painter=software` override that, for tests.
 */
export function choosePainter(onLost: (event: Event) => void): Painter {
  const requested = new URLSearchParams(window.location.search).get("painter");
  if (requested === "software" || (requested !== "webgl" && !hasGpu())) return createSoftwarePainter();
  try {
    return createWebglPainter(onLost);
  } catch {
    return createSoftwarePainter();
  }
}

/** Whether WebGL2 is available and hardware accelerated. */
function hasGpu(): boolean {
  const gl = document.createElement("canvas").getContext("webgl2", { failIfMajorPerformanceCaveat: true });
  if (!gl) return false;
  const info = gl.getExtension("WEBGL_debug_renderer_info");
  const renderer = String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
  gl.getExtension("WEBGL_lose_context")?.loseContext();
  return !isSoftwareRenderer(renderer);
}
