import { messageDefinitions } from "./messages.ts";

/** One message of a telemetry log. */
export interface LoggedFrame {
  /** When the ground station received it, UTC ms. */
  readonly at: number;
  readonly systemId: number;
  readonly componentId: number;
  readonly messageId: number;
  /** Zeros beyond what was sent: MAVLink 2 leaves them out at the end. */
  readonly payload: DataView;
}

export interface FrameHandlers {
  readonly onFrame: (frame: LoggedFrame) => void;
  readonly onSkippedByte: () => void;
}

const timestampBytes = 8;
const checksumBytes = 2;
const signatureBytes = 13;
const signedFlag = 0x01;
const [magic1, magic2] = [0xfe, 0xfd];
/** Start, length and, in MAVLink 2, two bytes of flags and two more of the message's id. */
const [headerBytes1, headerBytes2] = [6, 10];
/** A log is of this century, in µs since 1970. */
const [earliestUs, latestUs] = [Date.UTC(2000, 0) * 1_000, Date.UTC(2100, 0) * 1_000];

/** Where the parts of a frame lie; null where there is none. */
interface FrameLayout {
  readonly start: number;
  readonly atUs: number;
  readonly messageId: number;
  readonly systemId: number;
  readonly componentId: number;
  readonly payloadStart: number;
  readonly payloadBytes: number;
  readonly end: number;
}

/**
 * Reads a telemetry log (.tlog): before each frame of MAVLink 1 or 2 is the time as 8 bytes, big-endian, in µs.
 * What is no such record is skipped byte by byte until the next one. Frames of other messages are passed over.
 */
export function readFrames(bytes: Uint8Array, { onFrame, onSkippedByte }: FrameHandlers): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < bytes.length; ) {
    const layout = readLayout(view, at);
    if (!layout || !isWhole(bytes, view, layout)) {
      onSkippedByte();
      at += 1;
      continue;
    }
    const frame = toFrame(bytes, layout);
    if (frame) onFrame(frame);
    at = layout.end;
  }
}

/** The record that begins there, by its header; null where no record can. */
function readLayout(view: DataView, at: number): FrameLayout | null {
  const start = at + timestampBytes;
  if (start + headerBytes1 > view.byteLength) return null;
  const atUs = Number(view.getBigUint64(at));
  if (atUs < earliestUs || atUs >= latestUs) return null;
  const payloadBytes = view.getUint8(start + 1);
  const magic = view.getUint8(start);
  if (magic === magic1) {
    const payloadStart = start + headerBytes1;
    return fitted(view, {
      start,
      atUs,
      systemId: view.getUint8(start + 3),
      componentId: view.getUint8(start + 4),
      messageId: view.getUint8(start + 5),
      payloadStart,
      payloadBytes,
      end: payloadStart + payloadBytes + checksumBytes,
    });
  }
  if (magic !== magic2 || start + headerBytes2 > view.byteLength) return null;
  const flags = view.getUint8(start + 2);
  // A frame with flags that a reader does not know is not to be read.
  if ((flags & ~signedFlag) !== 0) return null;
  const payloadStart = start + headerBytes2;
  return fitted(view, {
    start,
    atUs,
    systemId: view.getUint8(start + 5),
    componentId: view.getUint8(start + 6),
    messageId: view.getUint16(start + 7, true) | (view.getUint8(start + 9) << 16),
    payloadStart,
    payloadBytes,
    end: payloadStart + payloadBytes + checksumBytes + ((flags & signedFlag) === 0 ? 0 : signatureBytes),
  });
}

const fitted = ({ byteLength }: DataView, layout: FrameLayout) => (layout.end <= byteLength ? layout : null);

/** Whether the checksum fits; of a message whose seed is not known here, whether another record follows. */
function isWhole(bytes: Uint8Array, view: DataView, layout: FrameLayout): boolean {
  const { start, messageId, payloadStart, payloadBytes, end } = layout;
  const definition = messageDefinitions.get(messageId);
  if (!definition) return end === bytes.length || readLayout(view, end) !== null;
  const checksumAt = payloadStart + payloadBytes;
  const checksum = computeChecksum(bytes.subarray(start + 1, checksumAt), definition.crcExtra);
  return view.getUint16(checksumAt, true) === checksum;
}

function toFrame(bytes: Uint8Array, layout: FrameLayout): LoggedFrame | null {
  const { messageId, systemId, componentId, payloadStart, payloadBytes } = layout;
  const definition = messageDefinitions.get(messageId);
  if (!definition) return null;
  const payload = new Uint8Array(definition.fullLength);
  const sentBytes = Math.min(payloadBytes, definition.fullLength);
  payload.set(bytes.subarray(payloadStart, payloadStart + sentBytes));
  const at = Math.round(layout.atUs / 1_000);
  return { at, systemId, componentId, messageId, payload: new DataView(payload.buffer) };
}

/** CRC-16/MCRF4XX, the X.25 checksum of MAVLink, over the bytes and the message's seed. */
function computeChecksum(bytes: Uint8Array, crcExtra: number): number {
  let crc = 0xff_ff;
  for (const byte of bytes) crc = addToChecksum(crc, byte);
  return addToChecksum(crc, crcExtra);
}

function addToChecksum(crc: number, byte: number): number {
  let low = (byte ^ crc) & 0xff;
  low = (low ^ (low << 4)) & 0xff;
  return ((crc >> 8) ^ (low << 8) ^ (low << 3) ^ (low >> 4)) & 0xff_ff;
}
