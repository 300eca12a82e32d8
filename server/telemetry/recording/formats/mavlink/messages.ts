/** A message as it is sent: the fields of its payload are in the order of their size, largest first. */
interface MessageDefinition {
  /** Seed of its checksum, made of the names and types of its fields. */
  readonly crcExtra: number;
  /** Bytes of its payload without the extensions of MAVLink 2. */
  readonly length: number;
  /** Bytes with those extensions that are read here. */
  readonly fullLength: number;
}

/** Ids of the messages that are read, of the dialects `common` and `ardupilotmega`. */
export const messageIds = {
  heartbeat: 0,
  sysStatus: 1,
  gpsRawInt: 24,
  attitude: 30,
  globalPositionInt: 33,
  missionCurrent: 42,
  vfrHud: 74,
  batteryStatus: 147,
  wind: 168,
  homePosition: 242,
  extendedSysState: 245,
  statusText: 253,
} as const;

export const messageDefinitions: ReadonlyMap<number, MessageDefinition> = new Map([
  [messageIds.heartbeat, { crcExtra: 50, length: 9, fullLength: 9 }],
  [messageIds.sysStatus, { crcExtra: 124, length: 31, fullLength: 31 }],
  [messageIds.gpsRawInt, { crcExtra: 24, length: 30, fullLength: 34 }],
  [messageIds.attitude, { crcExtra: 39, length: 28, fullLength: 28 }],
  [messageIds.globalPositionInt, { crcExtra: 104, length: 28, fullLength: 28 }],
  [messageIds.missionCurrent, { crcExtra: 28, length: 2, fullLength: 4 }],
  [messageIds.vfrHud, { crcExtra: 20, length: 20, fullLength: 20 }],
  [messageIds.batteryStatus, { crcExtra: 154, length: 36, fullLength: 40 }],
  [messageIds.wind, { crcExtra: 1, length: 12, fullLength: 12 }],
  [messageIds.homePosition, { crcExtra: 104, length: 52, fullLength: 52 }],
  [messageIds.extendedSysState, { crcExtra: 130, length: 2, fullLength: 2 }],
  [messageIds.statusText, { crcExtra: 83, length: 51, fullLength: 54 }],
]);
