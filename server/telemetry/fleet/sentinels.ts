/** The protocol whose messages have the value. */
export type Dialect = "dji" | "mavlink";

/** A value that makers send for what a device does not know. */
interface Sentinel {
  readonly dialect: Dialect;
  readonly value: number;
  /** Properties that have it, with the name of what holds them; null: any property of the dialect. */
  readonly properties: readonly string[] | null;
  /** Where it is documented, or was seen. */
  readonly source: string;
}

/**
 * Placeholders of makers. It names only properties in which the value cannot be a real one: 255 is a height, but no
 * number of satellites. Whatever is out of its range needs no line here to be unknown.
 */
export const sentinels: readonly Sentinel[] = [
  {
    dialect: "dji",
    value: 32_767,
    properties: null,
    source: "Cloud API of DJI: INT16_MAX, the device could not read the value",
  },
  {
    dialect: "dji",
    value: 255,
    properties: [
      "battery.capacity_percent",
      "battery.landing_power",
      "battery.return_home_power",
      "position_state.gps_number",
      "position_state.rtk_number",
      "wind_direction",
    ],
    source:
      "UINT8_MAX, which unsigned bytes of other protocols have for unknown; 255 satellites are in public reports of users",
  },
  {
    dialect: "dji",
    value: 65_535,
    properties: [
      "battery.landing_power",
      "battery.remain_flight_time",
      "battery.return_home_power",
      "ext.current_waypoint_index",
      "home_distance",
      "horizontal_speed",
      "rth_altitude",
      "wind_speed",
    ],
    source:
      "UINT16_MAX (0xFFFF) of unsigned values; as rth_altitude in public reports of users of DJI's topics",
  },
  {
    dialect: "dji",
    value: -1,
    properties: [
      "battery.capacity_percent",
      "battery.landing_power",
      "battery.remain_flight_time",
      "battery.return_home_power",
      "ext.current_waypoint_index",
      "home_distance",
      "position_state.gps_number",
      "position_state.rtk_number",
      "rth_altitude",
      "wind_direction",
    ],
    source:
      "the common mark for unknown, of what is never negative; in public reports of users of DJI's topics",
  },
  {
    dialect: "dji",
    value: 5_680,
    properties: ["battery.landing_power", "battery.return_home_power"],
    source: "public log of an Autel aircraft in DJI's topics: no per cent, its unit is not documented",
  },
  {
    dialect: "mavlink",
    value: 255,
    properties: ["GPS_RAW_INT.satellites_visible"],
    source: "MAVLink common.xml: UINT8_MAX if unknown",
  },
  {
    dialect: "mavlink",
    value: 65_535,
    properties: ["GLOBAL_POSITION_INT.hdg", "MISSION_CURRENT.total"],
    source: "MAVLink common.xml: UINT16_MAX if unknown, for a total if there is no mission",
  },
  {
    dialect: "mavlink",
    value: -1,
    properties: ["BATTERY_STATUS.battery_remaining", "SYS_STATUS.battery_remaining"],
    source: "MAVLink common.xml: −1 if the autopilot does not measure it",
  },
  {
    dialect: "mavlink",
    value: 0,
    properties: ["BATTERY_STATUS.time_remaining", "GPS_RAW_INT.alt_ellipsoid", "MISSION_CURRENT.total"],
    source: "MAVLink common.xml: 0 if it is not provided, as in messages without their extensions",
  },
];

const anyProperty = new Map<Dialect, Set<number>>();
const byProperty = new Map<string, Set<number>>();
for (const { dialect, value, properties } of sentinels) {
  if (properties === null) anyProperty.set(dialect, (anyProperty.get(dialect) ?? new Set()).add(value));
  for (const property of properties ?? []) {
    const key = `${dialect} ${property}`;
    byProperty.set(key, (byProperty.get(key) ?? new Set()).add(value));
  }
}

/** Whether a value of a property means that the device does not know it. */
export const isSentinel = (dialect: Dialect, property: string, value: number): boolean =>
  (anyProperty.get(dialect)?.has(value) ?? false) ||
  (byProperty.get(`${dialect} ${property}`)?.has(value) ?? false);
