import { useState } from "react";
import { resolvePlatformUrl } from "../../../adapters/http/basePath.ts";
import { useServices } from "../boot/useServices.ts";
import classes from "./UserAvatar.module.css";

interface Props {
  readonly user: { readonly name: string; readonly avatar: string };
  /** CSS px. */
  readonly size: number;
}

/** The user's picture, or the first character of the name where there is none or it does not load. */
export function UserAvatar({ user: { name, avatar }, size }: Props) {
  const { config } = useServices();
  const [failedSrc, setFailedSrc] = useState("");
  const style = { width: size, height: size, fontSize: size * 0.42 };
  return avatar !== "" && avatar !== failedSrc ? (
    <img
      className={classes["avatar"]}
      style={style}
      src={resolvePlatformUrl(avatar, config.api)}
      alt=""
      onError={() => setFailedSrc(avatar)}
    />
  ) : (
    <span className={classes["avatar"]} style={style} aria-hidden>
      {name.slice(0, 1)}
    </span>
  );
}
