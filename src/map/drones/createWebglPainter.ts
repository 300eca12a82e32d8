import { fleetUnknown } from "../../../adapters/contract/fleetFrame.ts";
import { cellSize, createAtlas, getMarkerScale } from "./atlas.ts";
import { markerStyles } from "./data/markerStyles.ts";
import type { Painter } from "./painter.ts";
import { createProgram } from "./webglProgram.ts";

/** Floats a marker: from x, y, to x, y, heading, look. */
const stride = 6;

/**
 * Draws with WebGL2 in one call; positions between two snapshots are found in the vertex shader.
 * Throws where the browser gives no context.
 * @param onLost the context is gone and this painter with it
 */
export function createWebglPainter(onLost: (event: Event) => void): Painter {
  const canvas = document.createElement("canvas");
  const gl = canvas.getContext("webgl2", {
    alpha: true,
    premultipliedAlpha: true,
    antialias: false,
    depth: false,
  });
  if (!gl) throw new Error("The browser has no WebGL2");
  canvas.addEventListener("webglcontextlost", onLost);
  const { uniforms } = createProgram(gl, stride);
  let atlasRatio = 0;
  let data = new Float32Array(0);
  let count = 0;
  /** Positions go up relative to it: a float holds EPSG:3857 metres to 1 m only. */
  let origin: readonly [number, number] = [0, 0];

  const uploadAtlas = (ratio: number) => {
    if (ratio === atlasRatio) return;
    atlasRatio = ratio;
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, createAtlas(ratio));
  };

  return {
    kind: "webgl",
    canvas,
    setData({ x0, y0, x1, y1, columns, styleIndexes }, singles) {
      count = singles.length;
      const first = singles[0] ?? 0;
      origin = [x1[first] ?? 0, y1[first] ?? 0];
      if (data.length < count * stride) data = new Float32Array(count * stride);
      for (let i = 0, at = 0; i < count; i++) {
        const row = singles[i] ?? 0;
        const heading = columns.heading[row] ?? fleetUnknown.heading;
        data[at++] = (x0[row] ?? 0) - origin[0];
        data[at++] = (y0[row] ?? 0) - origin[1];
        data[at++] = (x1[row] ?? 0) - origin[0];
        data[at++] = (y1[row] ?? 0) - origin[1];
        data[at++] = heading === fleetUnknown.heading ? -1 : (heading / 18_000) * Math.PI;
        data[at++] = styleIndexes[row] ?? 0;
      }
      gl.bufferData(gl.ARRAY_BUFFER, data.subarray(0, count * stride), gl.DYNAMIC_DRAW);
    },
    paint({ width, height, pixelRatio, centre, resolution, progress, stale }) {
      const [pixelsX, pixelsY] = [Math.round(width * pixelRatio), Math.round(height * pixelRatio)];
      if (canvas.width !== pixelsX) canvas.width = pixelsX;
      if (canvas.height !== pixelsY) canvas.height = pixelsY;
      uploadAtlas(pixelRatio);
      gl.viewport(0, 0, pixelsX, pixelsY);
      gl.clearColor(0, 0, 0, 0);
      gl.clear(gl.COLOR_BUFFER_BIT);
      gl.uniform2f(uniforms.centre, centre[0] - origin[0], centre[1] - origin[1]);
      gl.uniform2f(uniforms.half, (width / 2) * resolution, (height / 2) * resolution);
      gl.uniform1f(uniforms.progress, progress);
      gl.uniform1f(uniforms.size, cellSize * pixelRatio * getMarkerScale(count));
      gl.uniform1f(uniforms.rows, markerStyles.length);
      gl.uniform1f(uniforms.stale, stale ? 1 : 0);
      gl.drawArrays(gl.POINTS, 0, count);
    },
    dispose() {
      canvas.removeEventListener("webglcontextlost", onLost);
      gl.getExtension("WEBGL_lose_context")?.loseContext();
    },
  };
}
