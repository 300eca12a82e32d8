import { type ClientFrame, entireFleet, type ServerFrame, socketTypes } from "../contract/socket.ts";

/**
 * Whether a message is one of the specification, or of the live tasks of docs/wire-format.md: what another platform
 * means by further types is not known.
 */
export const isSpecified = ({ type }: Pick<ServerFrame, "type">): boolean =>
  type <= socketTypes.loggedInElsewhere;

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
