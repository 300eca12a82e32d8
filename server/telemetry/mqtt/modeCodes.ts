import type { FlightPhase } from "../../../adapters/contract/flight.ts";

/** `mode_code` of an aircraft that its gateway does not hear: the message has nothing about the aircraft itself. */
export const notConnectedMode = 14;

/** `mode_code` of an aircraft. Codes of later firmware are not in it: their phase is unknown. */
const phaseByMode: Readonly<Record<number, FlightPhase>> = {
  /** Standby. */
  0: "standby",
  /** Take-off preparation. */
  1: "preparing",
  /** Take-off preparation completed. */
  2: "preparing",
  /** Manual flight. */
  3: "manual",
  /** Automatic take-off. */
  4: "takeoff",
  /** Wayline flight. */
  5: "mission",
  /** Panorama: hovers while it takes pictures. */
  6: "hover",
  /** Intelligent tracking, at the pilot's command. */
  7: "manual",
  /** ADS-B avoidance. */
  8: "avoiding",
  /** Automatic return to home. */
  9: "returning",
  /** Automatic landing. */
  10: "landing",
  /** Forced landing. */
  11: "forcedLanding",
  /** Landing with three blades: a propeller failed. */
  12: "forcedLanding",
  /** Upgrading, on the ground. */
  13: "standby",
  /** APAS: manual flight with assistance. */
  15: "manual",
  /** Virtual stick. */
  16: "manual",
  /** Live flight controls: flies where an operator sends it. */
  17: "manual",
  /** Waits in the air for its RTK fix. */
  18: "hover",
  /** Hovers while a place for a dock is chosen. */
  19: "hover",
  /** Circles a point of interest at the pilot's command. */
  20: "manual",
};

export const toPhase = (modeCode: number): FlightPhase | null => phaseByMode[modeCode] ?? null;

/** `mode_code_reason`. What every planned flight goes through (0, 11, 12) is no reason to name. */
const modeReasons: Readonly<Record<number, string>> = {
  1: "电池电量不足",
  2: "电池电压不足",
  3: "电池电压严重过低",
  4: "遥控器按键请求",
  5: "App 请求",
  6: "遥控信号丢失",
  7: "外部设备触发",
  8: "进入机场限飞区",
  9: "触发返航时离返航点太近",
  10: "触发返航时离返航点太远",
  13: "低于二段降落限高后继续下降",
  14: "强制突破限低保护",
  15: "周围有航班经过",
  16: "高度控制失败",
  17: "智能低电量返航",
  18: "飞控进入手动飞行",
  19: "硬件异常",
  20: "防触地保护结束",
  21: "返航取消",
  22: "返航时遇到障碍物",
  23: "机场大风",
};

export const toModeReason = (code: number): string | null => modeReasons[code] ?? null;
