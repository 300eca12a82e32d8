/** Seeds of the checksums, as MAVLink's own headers list them. */
const crcExtras: Readonly<Record<number, number>> = {
  0: 50,
  1: 124,
  24: 24,
  30: 39,
  33: 104,
  42: 28,
  74: 20,
  147: 154,
  168: 1,
  242: 104,
  245: 130,
  253: 83,
};

export interface FrameOptions {
  /** 2 by default. */
  readonly version?: 1 | 2;
  readonly systemId?: number;
  readonly componentId?: number;
  readonly isSigned?: boolean;
}

/** CRC-16/MCRF4XX bit by bit, unlike the one under test. */
function computeCrc(bytes: readonly number[]): number {
  let crc = 0xff_ff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0x84_08 : crc >>> 1;
  }
  return crc;
}

/** A frame; in version 2 without the zeros at the end of its payload, but for its first byte. */
export function encodeFrame(messageId: number, payload: Uint8Array, options: FrameOptions = {}): number[] {
  const { version = 2, systemId = 1, componentId = 1, isSigned = false } = options;
  let sent = [...payload];
  if (version === 2) while (sent.length > 1 && sent.at(-1) === 0) sent = sent.slice(0, -1);
  const id = [messageId & 0xff, (messageId >> 8) & 0xff, messageId >> 16];
  const header =
    version === 1
      ? [sent.length, 7, systemId, componentId, messageId]
      : [sent.length, isSigned ? 1 : 0, 0, 7, systemId, componentId, ...id];
  const crc = computeCrc([...header, ...sent, crcExtras[messageId] ?? 0]);
  const signature = isSigned ? Array.from({ length: 13 }, (_, i) => 0xf0 + i) : [];
  return [version === 1 ? 0xfe : 0xfd, ...header, ...sent, crc & 0xff, crc >> 8, ...signature];
}

/** A record of a log: the time in µs, big-endian, before the frame. */
export function encodeRecord(atMs: number, frame: readonly number[]): number[] {
  const time = new DataView(new ArrayBuffer(8));
  time.setBigUint64(0, BigInt(atMs) * 1_000n);
  return [...new Uint8Array(time.buffer), ...frame];
}

/** A payload with values at offsets: `[offset, type, value]`. */
export function encodePayload(
  length: number,
  ...values: readonly (readonly [
    offset: number,
    type: "Int8" | "Uint8" | "Int16" | "Uint16" | "Int32" | "Uint32" | "Float32",
    value: number,
  ])[]
): Uint8Array {
  const view = new DataView(new ArrayBuffer(length));
  for (const [offset, type, value] of values) view[`set${type}`](offset, value, true);
  return new Uint8Array(view.buffer);
}

export const encodeText = (length: number, offset: number, text: string): Uint8Array => {
  const payload = new Uint8Array(length);
  payload.set(new TextEncoder().encode(text), offset);
  return payload;
};
