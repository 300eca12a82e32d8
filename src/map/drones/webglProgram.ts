const vertexShader = `#version 300 es
in vec2 before; in vec2 after; in float heading; in float styleIndex;
uniform vec2 centre; uniform vec2 halfView; uniform float progress; uniform float size; uniform float stale;
out float turn; flat out float row; flat out float column;
void main() {
  vec2 at = mix(before, after, progress) - centre;
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

type UniformName = "centre" | "half" | "progress" | "size" | "rows" | "stale";
type Uniforms = Readonly<Record<UniformName, WebGLUniformLocation | null>>;

/** The one program, its vertex layout of `stride` floats bound to a buffer, and an empty texture for the atlas. */
export function createProgram(gl: WebGL2RenderingContext, stride: number): { readonly uniforms: Uniforms } {
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
    // "half" is a reserved word of the shading language.
    half: getLocation("halfView"),
    progress: getLocation("progress"),
    size: getLocation("size"),
    rows: getLocation("rows"),
    stale: getLocation("stale"),
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
