import { useSelector } from "@xstate/react";
import { useEffect, useRef } from "react";
import { useSearchParams } from "react-router-dom";
import { toFlightKey } from "../playbackAddress.ts";
import { parsePlaybackAddress, toPlaybackParams } from "./playbackQuery.ts";
import type { PlaybackServices } from "./playbackServices.ts";

/** A held arrow key moves many times a second. */
const writeDelayMs = 300;

/** Opens the flights of the address, and keeps time, speed and view in it while nothing moves. */
export function usePlaybackAddress({ actor }: PlaybackServices): void {
  const [query, setQuery] = useSearchParams();
  const { flights, problem, startAt, rate, compare, smooth } = parsePlaybackAddress(query);
  const keys = problem === null ? flights.map(toFlightKey).join(",") : "";
  const written = useRef<number | null>(null);
  useEffect(() => {
    if (actor.getSnapshot().context.keys.join(",") === keys) return;
    written.current = startAt;
    actor.send({
      type: "flights.open",
      keys: keys === "" ? [] : keys.split(","),
      startAt,
      rate,
      compare,
    });
    actor.send({ type: "smoothing.choose", smooth });
  }, [actor, keys, startAt, rate, compare, smooth]);

  // A link to another time of the same flights.
  useEffect(() => {
    if (startAt === null || startAt === written.current) return;
    written.current = startAt;
    actor.send({ type: "time.seek", ms: startAt });
  }, [actor, startAt]);

  const isResting = useSelector(actor, (state) => state.hasTag("ready") && !state.hasTag("playing"));
  const anchor = useSelector(actor, ({ context }) => context.anchor);
  const current = useSelector(actor, ({ context }) => context.rate);
  const isCompared = useSelector(actor, ({ context }) => context.compare);
  const isSmooth = useSelector(actor, ({ context }) => context.smooth);
  const canCompare = useSelector(actor, ({ context }) => Object.keys(context.tracks).length > 1);
  useEffect(() => {
    if (!isResting) return;
    const write = () => {
      // The browser has gone on already, and React has not rendered it yet: this would overwrite that entry.
      if (new URLSearchParams(window.location.search).toString() !== query.toString()) return;
      const timeMs = Math.round(anchor.mediaMs);
      const position = {
        timeMs,
        rate: current,
        compare: canCompare ? isCompared : null,
        smooth: isSmooth,
      };
      const next = toPlaybackParams(position, query);
      if (next.toString() === query.toString()) return;
      written.current = timeMs;
      setQuery(next, { replace: true });
    };
    const timer = setTimeout(write, writeDelayMs);
    return () => clearTimeout(timer);
  }, [isResting, anchor, current, isCompared, isSmooth, canCompare, query, setQuery]);

  // Nobody watches a hidden page.
  useEffect(() => () => actor.send({ type: "player.pause" }), [actor]);
}
