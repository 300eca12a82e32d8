import { describe, expect, test } from "vitest";
import { toHangarState } from "../../server/telemetry/mqtt/dockProperties.ts";
import { toDroneValues } from "../../server/telemetry/mqtt/droneProperties.ts";

/** An aircraft on its route, in the form of the public document. */
const flyingOsd = {
  "52-0-0": { gimbal_pitch: -90, gimbal_roll: 0, gimbal_yaw: 41.7, payload_index: "52-0-0" },
  activation_time: 1667935211,
  attitude_head: -41.7,
  attitude_pitch: 2.7,
  attitude_roll: -1.2,
  battery: {
    batteries: [{ capacity_percent: 95, index: 0, sn: "4BUPJ99DAD009W", temperature: 33.3, voltage: 24303 }],
    capacity_percent: 90,
    landing_power: 10,
    remain_flight_time: 1_530,
    return_home_power: 22,
  },
  elevation: 60.4,
  firmware_version: "05.01.0214",
  gear: 1,
  height: 98.417465209960938,
  home_distance: 412.5,
  horizontal_speed: 9.8,
  latitude: 22.907809968,
  longitude: 113.703482143,
  mode_code: 5,
  position_state: { gps_number: 19, is_fixed: 2, quality: 10, rtk_number: 28 },
  rc_lost_action: 2,
  rth_altitude: 100,
  storage: { total: 60_082_000, used: 412_000 },
  total_flight_time: 0,
  track_id: "",
  vertical_speed: -1.5,
  wind_direction: 4,
  wind_speed: 37,
};

/** The document's own example: in the dock, nothing is known yet. */
const restingOsd = {
  ...flyingOsd,
  attitude_head: 41.7,
  battery: { capacity_percent: 90, landing_power: 0, remain_flight_time: 0, return_home_power: 0 },
  elevation: 0,
  height: 38.417465209960938,
  home_distance: 0,
  horizontal_speed: 0,
  latitude: 0,
  longitude: 0,
  mode_code: 0,
  position_state: { gps_number: 0, is_fixed: 0, quality: 0, rtk_number: 0 },
  vertical_speed: 0,
  wind_direction: 0,
  wind_speed: 0,
};

describe("an aircraft's properties", () => {
  test("in flight become the values of a sample", () => {
    expect(toDroneValues(flyingOsd)).toEqual({
      lat: 229_078_100,
      lon: 1_137_034_821,
      hEll: 98.417465209960938,
      hRel: 60.4,
      vH: 9.8,
      vV: -1.5,
      fix: "fixed",
      sats: 28,
      heading: 318.3,
      pitch: 2.7,
      roll: -1.2,
      batPct: 90,
      tRemain: 1_530,
      rthPct: 22,
      landPct: 10,
      homeDist: 412.5,
      rcLostAction: "return",
      rthAltitude: 100,
      wind: 3.7,
      windDir: 135,
      phase: "mission",
    });
  });

  test("in the dock are unknown where the aircraft has not computed them", () => {
    expect(toDroneValues(restingOsd)).toEqual({
      lat: null,
      lon: null,
      hEll: 38.417465209960938,
      hRel: 0,
      vH: 0,
      vV: 0,
      fix: "none",
      sats: 0,
      heading: 41.7,
      pitch: 2.7,
      roll: -1.2,
      batPct: 90,
      homeDist: 0,
      rcLostAction: "return",
      rthAltitude: 100,
      wind: 0,
      phase: "standby",
    });
  });

  test("of a part of the message become that part only", () => {
    expect(toDroneValues({ battery: { capacity_percent: 71 } })).toEqual({ batPct: 71 });
    expect(toDroneValues({ home_latitude: 22.9, home_longitude: 113.7 })).toEqual({
      homeLat: 229_000_000,
      homeLon: 1_137_000_000,
    });
    expect(toDroneValues({ firmware_version: "05.01.0214" })).toBeNull();
  });

  test("of another type than documented are unknown, the others count", () => {
    expect(toDroneValues({ mode_code: "5", attitude_head: null, elevation: 12, battery: 90 })).toEqual({
      hRel: 12,
    });
    expect(toDroneValues("offline")).toBeNull();
  });

  test("are ignored while the gateway does not hear the aircraft", () => {
    expect(toDroneValues({ ...flyingOsd, mode_code: 14 })).toBeNull();
  });

  test("keep a position of (0,0) with a fix, which the flight's checks refuse", () => {
    expect(
      toDroneValues({ latitude: 0, longitude: 0, position_state: flyingOsd.position_state }),
    ).toMatchObject({
      lat: 0,
      lon: 0,
    });
  });

  test.each([
    [0, "standby"],
    [1, "preparing"],
    [2, "preparing"],
    [3, "manual"],
    [4, "takeoff"],
    [5, "mission"],
    [6, "hover"],
    [7, "manual"],
    [8, "avoiding"],
    [9, "returning"],
    [10, "landing"],
    [11, "forcedLanding"],
    [12, "forcedLanding"],
    [13, "standby"],
    [15, "manual"],
    [16, "manual"],
    [17, "manual"],
    [18, "hover"],
    [19, "hover"],
    [20, "manual"],
    [21, null],
    [-1, null],
  ])("with mode_code %i are of the phase %s", (mode_code, phase) => {
    expect(toDroneValues({ mode_code })).toEqual({ phase });
  });

  test.each([
    [-180, 180],
    [-90, 270],
    [-0.5, 359.5],
    [0, 0],
    [180, 180],
  ])("with attitude_head %d head %d", (attitude_head, heading) => {
    expect(toDroneValues({ attitude_head })).toEqual({ heading });
  });

  test.each([
    [{ gps_number: 2, is_fixed: 0, rtk_number: 0 }, "none", 2],
    [{ gps_number: 3, is_fixed: 0, rtk_number: 0 }, "2d", 3],
    [{ gps_number: 14, is_fixed: 0, rtk_number: 0, quality: 5 }, "3d", 14],
    [{ gps_number: 14, is_fixed: 3, rtk_number: 20 }, "3d", 20],
    [{ gps_number: 14, is_fixed: 1, rtk_number: 20 }, "float", 20],
    [{ gps_number: 14, is_fixed: 2, rtk_number: 20 }, "fixed", 20],
    [{ gps_number: 14, quality: 10 }, "fixed", 14],
  ])("with position_state %o have the fix %s", (position_state, fix, sats) => {
    expect(toDroneValues({ position_state })).toEqual({ fix, sats });
  });

  test.each([
    [1, 0],
    [2, 45],
    [8, 315],
  ])("with wind_direction %i have wind from %i°", (wind_direction, windDir) => {
    expect(toDroneValues({ wind_direction, wind_speed: 120 })).toEqual({ wind: 12, windDir });
  });

  test.each([
    [0, null],
    [1, "电池电量不足"],
    [6, "遥控信号丢失"],
    [11, null],
    [12, null],
    [23, "机场大风"],
    [99, null],
  ])("with mode_code_reason %i say %s", (mode_code_reason, modeReason) => {
    expect(toDroneValues({ mode_code_reason })).toEqual({ modeReason });
  });

  test.each([
    [0, "hover"],
    [1, "land"],
    [2, "return"],
  ])("with rc_lost_action %i will %s", (rc_lost_action, rcLostAction) => {
    expect(toDroneValues({ rc_lost_action })).toEqual({ rcLostAction });
  });
});

/** A dock at rest, in the form of the public document. */
const dockOsd = {
  network_state: { type: 2, quality: 0, rate: 5.0970001220703125 },
  drone_charge_state: { state: 0, capacity_percent: 100 },
  drone_in_dock: 1,
  rainfall: 0,
  wind_speed: 2.4,
  environment_temperature: 24,
  temperature: 31.9,
  humidity: 62,
  latitude: 22.907809968,
  longitude: 113.703482143,
  height: 34.174125671386719,
  mode_code: 0,
  cover_state: 0,
  emergency_stop_state: 0,
  sub_device: { device_sn: "1581F5BKD225D00BP891", device_model_key: "0-67-0", device_online_status: 0 },
};

describe("a dock's properties", () => {
  test("become the state of its hangar", () => {
    expect(toHangarState(dockOsd)).toEqual({
      status: "idle",
      cover: "closed",
      droneBattery: 100,
      windSpeed: 2.4,
      rainfall: 0,
      temperature: 24,
    });
  });

  test.each([
    [{ mode_code: 1 }, { status: "working" }],
    [{ mode_code: 2 }, { status: "working" }],
    [{ mode_code: 3 }, { status: "working" }],
    [{ mode_code: 4 }, { status: "working" }],
    [{ mode_code: 0, emergency_stop_state: 1 }, { status: "fault" }],
    [
      { mode_code: 4, cover_state: 3 },
      { status: "fault", cover: "fault" },
    ],
    [{ cover_state: 1 }, { cover: "open" }],
    [{ cover_state: 2 }, { cover: "open" }],
    [{ drone_in_dock: 0, drone_charge_state: { capacity_percent: 0, state: 0 } }, { droneBattery: null }],
    [{ rainfall: 1 }, { rainfall: 0.1 }],
    [{ rainfall: 2 }, { rainfall: 2.6 }],
    [{ rainfall: 3 }, { rainfall: 8.1 }],
  ])("%o become %o", (data, state) => {
    expect(toHangarState(data)).toEqual(state);
  });

  test.each([
    { mode_code: 9 },
    { rainfall: 7 },
    { drone_in_dock: 1, drone_charge_state: { capacity_percent: 32_767, state: 0 } },
    { job_number: 492 },
    "offline",
  ])("%o say nothing", (data) => {
    expect(toHangarState(data)).toBeNull();
  });
});
