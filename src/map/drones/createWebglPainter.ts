import { fleetUnknown } from "../../../adapters/contract/fleetFrame.ts";
import { cellSize, createAtlas, getMarkerScale } from "./atlas.ts";
import { markerStyles } from "./data/markerStyles.ts";
import { toNearestCopy, worldWidth } from "./data/mercator.ts";
import type { Painter } from "./painter.ts";

const vertexShader = `#version 300 es
in vec2 before; in vec2 after; in float heading; in float styleIndex;
uniform vec2 centre; uniform vec2 halfView; uniform float progress; uniform float size; uniform float stale;
uniform float world;
out float turn; flat out float row; flat out float column;
void main() {
  vec2 at = mix(before, after, progress) - centre;
  at.x -= world * round(at.x / world);
  gl_Position = vec4(at / halfView, 0., 1.);
  gl_PointSize = size;
  turn = max(heading, 0.);
  column = heading < 0. ? 1. : 0.;
  row = stale > .5 ? 0. : styleIndex;
}`;

const fragmentShader = `#version 300 es
precision mediump float;
in float turn; flat in float row; flat in float column;
uniform sampler2D atlas; uniform float rows;
out vec4 color;
void main() {
  vec2 q = gl_PointCoord - .5;
  float s = sin(turn), c = cos(turn);
  q = vec2(c * q.x + s * q.y, c * q.y - s * q.x);
  if (max(abs(q.x), abs(q.y)) > .5) discard;
  vec4 texel = texture(atlas, vec2((column + q.x + .5) / 2., (row + q.y + .5) / rows));
  if (texel.a < .02) discard;
  color = texel;
}`;

type UniformName = "centre" | "half" | "progress" | "size" | "rows" | "stale" | "world";
type Uniforms = Readonly<Record<UniformName, WebGLUniformLocation | null>>;

/** Creates the shader program, a vertex buffer with `stride` floats per marker and an empty atlas texture. */
function createProgram(gl: WebGL2RenderingContext, stride: number): { readonly uniforms: Uniforms } {
  const glProgram = gl.createProgram();
  gl.attachShader(glProgram, compileShader(gl, gl.VERTEX_SHADER, vertexShader));
  gl.attachShader(glProgram, compileShader(gl, gl.FRAGMENT_SHADER, fragmentShader));
  gl.linkProgram(glProgram);
  gl.useProgram(glProgram);
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
  const layout = [
    ["before", 2, 0],
    ["after", 2, 2],
    ["heading", 1, 4],
    ["styleIndex", 1, 5],
  ] as const;
  for (const [name, size, offset] of layout) {
    const attribLocation = gl.getAttribLocation(glProgram, name);
    gl.enableVertexAttribArray(attribLocation);
    gl.vertexAttribPointer(attribLocation, size, gl.FLOAT, false, 4 * stride, 4 * offset);
  }
  gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, true);
  gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
  gl.enable(gl.BLEND);
  gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  const getLocation = (name: string) => gl.getUniformLocation(glProgram, name);
  const uniforms: Uniforms = {
    centre: getLocation("centre"),
    // "half" is a reserved word in GLSL.
    half: getLocation("halfView"),
    progress: getLocation("progress"),
    size: getLocation("size"),
    rows: getLocation("rows"),
    stale: getLocation("stale"),
    world: getLocation("world"),
  };
  return { uniforms };
}

function compileShader(gl: WebGL2RenderingContext, type: number, source: string): WebGLShader {
  const glShader = gl.createShader(type);
  if (!glShader) throw new Error("The graphics context is lost");
  gl.shaderSource(glShader, source);
  gl.compileShader(glShader);
  if (!gl.getShaderParameter(glShader, gl.COMPILE_STATUS) && !gl.isContextLost())
    throw new Error(gl.getShaderInfoLog(glShader) ?? "A shader does not compile");
  return glShader;
}

/** Floats per marker: start x and y, end x and y, heading, style index. */
const stride = 6;

/**
 * Draws with WebGL2 in one draw call; the vertex shader interpolates positions. Throws without a WebGL2 context.
 * @param onLost called when the context is lost; this painter is then unusable
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
  /** Positions are uploaded relative to it: a 32-bit float holds EPSG:3857 coordinates only to about 1 m. */
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
        data[at++] = toNearestCopy(x0[row] ?? 0, origin[0]) - origin[0];
        data[at++] = (y0[row] ?? 0) - origin[1];
        data[at++] = toNearestCopy(x1[row] ?? 0, origin[0]) - origin[0];
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
      gl.uniform2f(uniforms.centre, toNearestCopy(centre[0], origin[0]) - origin[0], centre[1] - origin[1]);
      gl.uniform1f(uniforms.world, worldWidth);
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
