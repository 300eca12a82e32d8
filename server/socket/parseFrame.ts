import { type ClientFrame, clientFrame, socketFrameMaxBytes } from "../../adapters/contract/socket.ts";

/** A client's frame, or in Chinese what is wrong with it. */
export function parseFrame(data: Buffer, binary: boolean): ClientFrame | string {
  if (data.length > socketFrameMaxBytes) return "消息过大";
  if (binary) return "只接受文本消息";
  let json: unknown;
  try {
    json = JSON.parse(data.toString("utf8"));
  } catch {
    return "消息不是有效的 JSON";
  }
  const parsed = clientFrame.safeParse(json);
  return parsed.success ? parsed.data : "消息类型或字段不正确";
}
