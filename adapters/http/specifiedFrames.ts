import { type ClientFrame, entireFleet, type ServerFrame, socketTypes } from "../contract/socket.ts";

/**
 * Whether a message is one of the specification, or of the live tasks of docs/wire-format.md: what another platform
 * means by further types is not known.
 */
const isSpecified = ({ type }: Pick<ServerFrame, "type">): boolean => type <= socketTypes.loggedInElsewhere;

/**
 * A message of another platform as the console takes it; null for what the specification does not have. It names no type
 * for the data of an opened task, so that these may come as an answer to the opening: with a place they are telemetry.
 */
export function readSpecified<F extends Pick<ServerFrame, "type" | "data">>(frame: F): F | null {
  if (!isSpecified(frame)) return null;
  const [data]: readonly unknown[] = [frame.data].flat();
  const hasPlace = ["lat", "latitude"].some((name) => Object.hasOwn(Object(data) as object, name));
  return frame.type === socketTypes.openTask && hasPlace ? { ...frame, type: socketTypes.telemetry } : frame;
}

/** What another platform is sent in place of a frame: the specification's five fields; null where it knows none such. */
export function toSpecifiedFrame({
  platform,
  type,
  userId,
  token,
  taskId,
}: Omit<ClientFrame, "view">): object | null {
  return isSpecified({ type }) && taskId !== entireFleet ? { platform, type, userId, token, taskId } : null;
}
