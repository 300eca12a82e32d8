/** Periods of the ground in pixels: every scene repeats after `periodX` across and `periodY` down. */
export const periodX = 1600;
export const periodY = 360;

/** A random number generator from 0 to 1, always the same for one seed. */
export function createRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Smooth noise from 0 to 1 that repeats with the ground. `cells` is the number of cells across the period. */
function createNoise(seed, cells) {
  const rows = Math.max(1, Math.round((cells * periodY) / periodX));
  const random = createRandom(seed);
  const grid = Float32Array.from({ length: cells * rows }, random);
  const at = (x, y) => grid[(((y % rows) + rows) % rows) * cells + (((x % cells) + cells) % cells)];
  const smooth = (t) => t * t * (3 - 2 * t);
  return (x, y) => {
    const [gx, gy] = [(x * cells) / periodX, (y * rows) / periodY];
    const [x0, y0] = [Math.floor(gx), Math.floor(gy)];
    const [tx, ty] = [smooth(gx - x0), smooth(gy - y0)];
    const top = at(x0, y0) * (1 - tx) + at(x0 + 1, y0) * tx;
    const bottom = at(x0, y0 + 1) * (1 - tx) + at(x0 + 1, y0 + 1) * tx;
    return top * (1 - ty) + bottom * ty;
  };
}

/** A canvas of one period: `set` and `box` wrap around its edges. */
function createGround(colorAt) {
  const pixels = new Uint8Array(periodX * periodY * 3);
  const set = (x, y, [r, g, b]) => {
    const px = ((x % periodX) + periodX) % periodX;
    const py = ((y % periodY) + periodY) % periodY;
    pixels.set([r, g, b], (py * periodX + px) * 3);
  };
  const box = (x, y, width, height, color) => {
    for (let dy = 0; dy < height; dy++) for (let dx = 0; dx < width; dx++) set(x + dx, y + dy, color);
  };
  for (let y = 0; y < periodY; y++) for (let x = 0; x < periodX; x++) set(x, y, colorAt(x, y));
  return { pixels, set, box };
}

const mix = (a, b, t) => a.map((value, i) => Math.round(value + (b[i] - value) * t));

/** Rows of solar panels in a desert, with a track between them. */
function drawSolar() {
  const [coarse, fine] = [createNoise(11, 16), createNoise(12, 120)];
  const ground = createGround((x, y) =>
    mix([176, 148, 108], [206, 182, 142], coarse(x, y) * 0.7 + fine(x, y) * 0.3),
  );
  for (let row = 0; row < 6; row++) {
    const top = 18 + row * 58;
    for (let column = 0; column < 26; column++) {
      if (column % 9 === 8 || (row === 3 && column % 13 === 5)) continue;
      const left = column * 61 + 8;
      ground.box(left + 3, top + 4, 52, 34, [120, 100, 74]);
      ground.box(left, top, 52, 34, [34, 50, 92]);
      for (let cell = 1; cell < 4; cell++) ground.box(left + cell * 13, top, 1, 34, [92, 112, 160]);
      ground.box(left, top + 17, 52, 1, [92, 112, 160]);
    }
  }
  ground.box(0, 176, periodX, 12, [160, 140, 112]);
  return ground.pixels;
}

/** A road beside fields and houses. */
function drawRoad() {
  const [coarse, fine] = [createNoise(21, 20), createNoise(22, 140)];
  const random = createRandom(23);
  const ground = createGround((x, y) =>
    mix([74, 98, 58], [128, 140, 88], coarse(x, y) * 0.75 + fine(x, y) * 0.25),
  );
  for (let field = 0; field < 8; field++)
    for (let line = 0; line < 12; line++)
      ground.box(field * 200 + 12, 10 + line * 9, 172, 3, field % 2 ? [150, 142, 82] : [92, 120, 62]);
  ground.box(0, 150, periodX, 62, [84, 86, 90]);
  ground.box(0, 153, periodX, 2, [206, 206, 200]);
  ground.box(0, 207, periodX, 2, [206, 206, 200]);
  for (let dash = 0; dash < 40; dash++) ground.box(dash * 40, 180, 20, 2, [220, 208, 150]);
  for (let house = 0; house < 20; house++) {
    const [left, top] = [house * 80 + Math.floor(random() * 24), 232 + Math.floor(random() * 70)];
    const roof = [
      [150, 82, 66],
      [122, 128, 138],
      [168, 160, 150],
    ][house % 3];
    ground.box(left + 6, top + 6, 44, 34, [56, 62, 46]);
    ground.box(left, top, 44, 34, roof);
    ground.box(left, top + 16, 44, 2, mix(roof, [255, 255, 255], 0.35));
  }
  return ground.pixels;
}

/** A power line as a thermal camera sees it: warm insulators and one hot joint. */
function drawThermal() {
  const [coarse, fine] = [createNoise(31, 24), createNoise(32, 100)];
  const ground = createGround((x, y) =>
    mix([30, 18, 62], [92, 40, 110], coarse(x, y) * 0.7 + fine(x, y) * 0.3),
  );
  for (const y of [96, 180, 264]) ground.box(0, y, periodX, 3, [236, 140, 66]);
  for (let tower = 0; tower < 4; tower++) {
    const left = tower * 400 + 120;
    ground.box(left, 60, 10, 240, [176, 74, 104]);
    for (const y of [88, 172, 256]) {
      ground.box(left - 26, y, 62, 5, [196, 88, 96]);
      ground.box(left + 1, y - 6, 8, 22, tower === 2 && y === 172 ? [255, 250, 214] : [246, 178, 82]);
    }
  }
  ground.box(120 + 800 - 8, 164, 26, 26, [255, 244, 190]);
  return ground.pixels;
}

/** Scenes by name. `cars` move along the road, a whole number of periods in a loop. */
export const scenes = {
  solar: { pixels: drawSolar(), cars: [] },
  road: {
    pixels: drawRoad(),
    cars: [
      { lane: 160, turns: 2, from: 300, color: [214, 60, 52] },
      { lane: 162, turns: 2, from: 1_050, color: [236, 236, 232] },
      { lane: 190, turns: -1, from: 700, color: [52, 92, 180] },
      { lane: 191, turns: -1, from: 1_400, color: [28, 30, 34] },
    ],
  },
  thermal: { pixels: drawThermal(), cars: [] },
};
