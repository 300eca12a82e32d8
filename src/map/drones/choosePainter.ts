import type { Painter } from "./painter.ts";
import { softwarePainter } from "./softwarePainter.ts";
import { webglPainter } from "./webglPainter.ts";

/** Renderers that call themselves WebGL and draw on the processor: there the software painter is faster. */
const noCard = /swiftshader|llvmpipe|software|basic render|virgl/i;

/** WebGL2 where a graphics card stands behind it, otherwise the software painter. */
export function choosePainter(onLost: (event: Event) => void): Painter {
  if (!hasCard()) return softwarePainter();
  try {
    return webglPainter(onLost);
  } catch {
    return softwarePainter();
  }
}

/** Whether WebGL2 is there and drawn by hardware. */
function hasCard(): boolean {
  const gl = document.createElement("canvas").getContext("webgl2", { failIfMajorPerformanceCaveat: true });
  if (!gl) return false;
  const info = gl.getExtension("WEBGL_debug_renderer_info");
  const renderer = String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
  gl.getExtension("WEBGL_lose_context")?.loseContext();
  return !noCard.test(renderer);
}
