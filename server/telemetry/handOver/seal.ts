import { createHmac, timingSafeEqual } from "node:crypto";

/** What a sealed message carries. */
export interface SealedContents {
  readonly head: unknown;
  readonly bytes: Uint8Array;
}

/**
 * Proves that a message is from a process of this installation: whoever reaches NATS can publish there, and read the
 * subjects, but does not know the secret key.
 */
export interface Seal {
  /** @param subject where it goes: it is nothing elsewhere */
  readonly seal: (subject: string, head: object, bytes?: Uint8Array) => Uint8Array;
  /** Null unless it was sealed with the same key for the same subject. */
  readonly open: (subject: string, message: Uint8Array) => SealedContents | null;
}

const macBytes = 32;
const startBytes = macBytes + 4;

/** Layout: HMAC-SHA256 of the subject and all that follows, length of the head, head as JSON, bytes. */
export function createSeal(secretKey: Buffer): Seal {
  const key = createHmac("sha256", secretKey).update("hand-over").digest();
  const sign = (subject: string, signed: Uint8Array) =>
    createHmac("sha256", key).update(`${subject}\n`).update(signed).digest();
  return {
    seal: (subject, head, bytes = new Uint8Array()) => {
      const json = Buffer.from(JSON.stringify(head));
      const message = Buffer.allocUnsafe(startBytes + json.length + bytes.length);
      message.writeUInt32LE(json.length, macBytes);
      message.set(json, startBytes);
      message.set(bytes, startBytes + json.length);
      message.set(sign(subject, message.subarray(macBytes)));
      return message;
    },
    open: (subject, data) => {
      const message = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
      if (message.length < startBytes) return null;
      if (!timingSafeEqual(sign(subject, message.subarray(macBytes)), message.subarray(0, macBytes)))
        return null;
      const end = startBytes + message.readUInt32LE(macBytes);
      if (end > message.length) return null;
      return {
        head: JSON.parse(message.toString("utf8", startBytes, end)) as unknown,
        bytes: message.subarray(end),
      };
    },
  };
}
