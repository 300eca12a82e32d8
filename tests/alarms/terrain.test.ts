import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTerrain, type Terrain, TerrainError } from "../../server/terrain/terrain.ts";
import { box, createZone, place, type StageOptions, setupStage } from "./setupStage.ts";

const size = 1_201;
const voidHeight = -32_768;

/** A tile of 3″ as SRTM has it: rows from north to south, heights big-endian. */
function createTile(getHeight: (column: number, rowFromSouth: number) => number): Buffer {
  const tile = Buffer.alloc(size * size * 2);
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++)
      tile.writeInt16BE(getHeight(column, size - 1 - row), (row * size + column) * 2);
  return tile;
}

const errors: string[] = [];
const onError = (error: unknown, what: string) => errors.push(`${what}: ${String(error)}`);
let folder: string;
let terrain: Terrain;

/** What the terrain says once it has read the place. */
async function readGround(lon: number, lat: number): Promise<number | null> {
  terrain.getGround(lon, lat);
  await terrain.loaded();
  return terrain.getGround(lon, lat);
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "terrain-"));
  // 1 m higher with each column to the east, a column is about 71 m; the south-western corner is a lake without data.
  const slope = createTile((column, row) => (column < 5 && row < 5 ? voidHeight : 1_000 + column));
  await writeFile(path.join(folder, "N39E105.hgt"), slope);
  await writeFile(
    path.join(folder, "S01W001.hgt"),
    createTile((_column, row) => row),
  );
  await writeFile(path.join(folder, "N50E100.hgt"), "no tile");
  terrain = await openTerrain(folder, onError);
  // The stage asks for places around the origin.
  await readGround(...place(0, 0));
});
afterAll(() => rm(folder, { recursive: true }));

describe("the ground of a place", () => {
  test("lies between the four heights around it", async () => {
    expect(await readGround(105.5, 39.5)).toBeCloseTo(1_600, 6);
    expect(await readGround(105.5 + 0.25 / 1_200, 39.25)).toBeCloseTo(1_600.25, 6);
    expect(await readGround(105, 39.999_999)).toBeCloseTo(1_000, 6);
    expect(await readGround(105.999_999_9, 39)).toBeCloseTo(2_200, 3);
  });

  test("is that of the tile whose south-western corner is before it, also south and west of zero", async () => {
    expect(await readGround(-0.5, -0.25)).toBeCloseTo(900, 6);
    expect(await readGround(-0.999, -0.999)).toBeCloseTo(1.2, 6);
    // The next band begins where the last one ends.
    for (let band = 1; band < 48; band++)
      expect(await readGround(-0.5, -band / 48 + 1e-9)).toBeCloseTo(1_200 - band * 25, 3);
  });

  test("is unknown without a tile, in a void, and where a file is no tile, which is reported", async () => {
    expect(await readGround(110.5, 39.5)).toBeNaN();
    expect(await readGround(105.001, 39.001)).toBeNaN();
    expect(await readGround(Number.NaN, 39.5)).toBeNaN();
    expect(errors).toEqual([]);
    expect(await readGround(100.5, 50.5)).toBeNaN();
    expect(errors).toEqual([
      "terrain N50E100.hgt: Error: The tile has 7 bytes: neither 1201 × 1201 nor 3601 × 3601 heights",
    ]);
  });

  test("is not asked of a folder that cannot be read, or has no tiles", async () => {
    const missing = path.join(folder, "none");
    await expect(openTerrain(missing, onError)).rejects.toThrow(
      new TerrainError(`TERRAIN_DIR ${missing} cannot be read (ENOENT)`),
    );
    const empty = await mkdtemp(path.join(tmpdir(), "terrain-empty-"));
    await expect(openTerrain(empty, onError)).rejects.toThrow("has no tiles like N30E120.hgt");
    await rm(empty, { recursive: true });
  });
});

describe("heights of a drone that reports only its height over the take-off point", () => {
  const inAir = { phase: "mission", fix: "3d", sats: 18 } as const;
  type FlightOptions = Omit<StageOptions, "terrain"> & {
    readonly hAgl?: number;
    readonly isWithoutTiles?: true;
  };

  /** Takes off at the origin, and after the time that the way takes flies for 6 s at a place so far east. */
  function fly(east: number, hRel: number, { hAgl, isWithoutTiles, ...options }: FlightOptions = {}) {
    const { send, heard } = setupStage({ ...(isWithoutTiles ? {} : { terrain }), ...options });
    send(0, { x: 0, y: 0, phase: "takeoff", hRel: 0 });
    for (let second = 200; second <= 206; second++)
      send(second, { x: east, y: 0, ...inAir, hRel, ...(hAgl === undefined ? {} : { hAgl }) });
    return heard;
  }

  // 2,850 m west the ground is 40 m lower, as far east 40 m higher.
  test("over a valley it is too high, though the height over the take-off point allows it", () => {
    const heard = fly(-2_850, 100);
    expect(heard).toMatchObject([
      { kind: "tooHigh", priority: "p2", values: { heightBasis: "离地高度（按地形推算）", limitM: 120 } },
    ]);
    expect(Number(heard[0]?.values?.["heightM"])).toBeCloseTo(140, 0);
    expect(fly(-2_850, 100, { isWithoutTiles: true })).toEqual([]);
  });

  test("over a hill it may be higher over the take-off point", () => {
    expect(fly(2_850, 150)).toEqual([]);
    expect(fly(2_850, 165)).toMatchObject([{ kind: "tooHigh", priority: "p2" }]);
  });

  test("the height that the source gives goes before", () => {
    expect(fly(-2_850, 100, { hAgl: 90 })).toEqual([]);
    expect(fly(2_850, 100, { hAgl: 130 })).toMatchObject([{ values: { heightBasis: "离地高度" } }]);
  });

  test("zones over ground and sea go by it too", () => {
    const within = (fields: object) =>
      fly(-2_850, 70, { zones: [createZone({ shape: box(-9_000, -9_000, 9_000, 9_000), ...fields })] })
        .filter(({ kind }) => kind === "noFlyBreach")
        .map(({ values }) => values?.["heightBasis"]);
    expect(within({ floor: 105, ceiling: 115 })).toEqual(["离地高度（按地形推算）"]);
    expect(within({ floor: 60, ceiling: 80 })).toEqual([]);
    // The take-off point lies 1,552 m over the sea.
    expect(within({ datum: "amsl", floor: 1_615, ceiling: 1_630 })).toEqual(["海拔高度（按地形推算）"]);
    expect(within({ datum: "amsl", floor: 1_640, ceiling: 1_700 })).toEqual([]);
  });

  test("each flight goes by where it took off itself", () => {
    const { send, heard } = setupStage({ terrain });
    send(0, { x: 0, y: 0, phase: "takeoff", hRel: 0 });
    send(10, { x: 0, y: 0, ...inAir, hRel: 50 });
    send(400, { x: -2_850, y: 0, ...inAir, hRel: 3 });
    send(410, { x: -2_850, y: 0, phase: "landed", hRel: -40 });
    send(500, { x: -2_850, y: 0, phase: "takeoff", hRel: 0 });
    for (let second = 510; second < 516; second++) send(second, { x: -2_850, y: 0, ...inAir, hRel: 100 });
    expect(heard).toEqual([]);
    for (let second = 516; second < 522; second++) send(second, { x: -2_850, y: 0, ...inAir, hRel: 125 });
    expect(heard).toMatchObject([{ kind: "tooHigh", values: { heightM: 125 } }]);
  });

  test("keeps its last height while the ground further on is being read", async () => {
    const ground = place(0, -9_000);
    // This one has read nothing yet.
    const unread = await openTerrain(folder, onError);
    unread.getGround(...place(0, 0));
    await unread.loaded();
    const { send, heard } = setupStage({ terrain: unread });
    const fly = (from: number, y: number) => {
      for (let second = from; second < from + 6; second++) send(second, { x: 0, y, ...inAir, hRel: 125 });
    };
    send(0, { x: 0, y: 0, phase: "takeoff", hRel: 0 });
    fly(300, 0);
    expect(unread.getGround(...ground)).toBe(null);
    fly(900, -9_000);
    await unread.loaded();
    fly(906, -9_000);
    expect(heard).toMatchObject([{ what: "raise", kind: "tooHigh", priority: "p2" }]);
  });

  test("first seen in the air it goes by its home point, and without one by the take-off point", () => {
    const [homeLon = 0, homeLat = 0] = place(0, 0).map((degrees) => Math.round(degrees * 1e7));
    const join = (home: { readonly homeLon?: number; readonly homeLat?: number }) => {
      const { send, heard } = setupStage({ terrain });
      for (let second = 0; second < 6; second++)
        send(second, { x: -2_850, y: 0, ...inAir, hRel: 115, ...home });
      return heard.map(({ kind, priority, values }) => [kind, priority, values?.["heightBasis"]]);
    };
    expect(join({ homeLon, homeLat })).toEqual([["tooHigh", "p2", "离地高度（按地形推算）"]]);
    expect(join({})).toEqual([["tooHigh", "p3", "相对起飞点（真高未知）"]]);
  });
});
