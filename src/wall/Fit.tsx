import { type ReactNode, useEffect, useRef } from "react";
import classes from "./Fit.module.css";

/** Sizes that are tried, largest first, as shares of the wall's own. */
const shares = Array.from({ length: 15 }, (_, place) => 1 - place * 0.05);

interface Props {
  readonly className: string | undefined;
  readonly children: ReactNode;
}

/** Room for what must not be cut: it has the wall's sizes, or, where it is more than fits, smaller ones. */
export function Fit({ className, children }: Props) {
  const room = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const [outer, inner] = [room.current, content.current];
    if (!outer || !inner) return;
    const fit = () =>
      shares.some((share) => {
        inner.style.setProperty("--share", String(share));
        return outer.scrollHeight <= outer.clientHeight && outer.scrollWidth <= outer.clientWidth;
      });
    let frame = requestAnimationFrame(fit);
    // Not at once: the observer would report the change that it is told of.
    const fitLater = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(fit);
    };
    const sizes = new ResizeObserver(fitLater);
    sizes.observe(outer);
    const texts = new MutationObserver(fitLater);
    texts.observe(inner, { childList: true, characterData: true, subtree: true });
    return () => {
      sizes.disconnect();
      texts.disconnect();
      cancelAnimationFrame(frame);
    };
  }, []);
  return (
    <div ref={room} className={`${classes["room"]} ${className}`}>
      <div ref={content} className={classes["content"]}>
        {children}
      </div>
    </div>
  );
}
