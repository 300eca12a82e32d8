import { Alert, Loader, Text, Title } from "@mantine/core";
import { useSelector } from "@xstate/react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useLocation, useSearchParams } from "react-router-dom";
import * as word from "../../../../adapters/contract/words.ts";
import { getPagePath } from "../../../../adapters/http/basePath.ts";
import { getShifts, getZeroMs } from "../../../../machines/playbackClock.ts";
import { RecordLink } from "../../../list/links/RecordLink.tsx";
import { OptionSelect } from "../../../list/pickers/OptionSelect.tsx";
import { toFlightKey } from "../../../live/playbackAddress.ts";
import { usePageApi } from "../../../pageApi/usePageApi.ts";
import { usePageScope } from "../../../pageApi/usePageScope.ts";
import { preloadStrip } from "../strip/PlaybackStrip.tsx";
import { FlightEvents } from "./FlightEvents.tsx";
import { FlightFigures } from "./FlightFigures.tsx";
import classes from "./Playback.module.css";
import { PlaybackControls } from "./PlaybackControls.tsx";
import { PlaybackMap } from "./PlaybackMap.tsx";
import { FailedFlights, LinkProblemNotice, TrackNotices } from "./PlaybackNotices.tsx";
import { parsePlaybackAddress, toPlaybackParams } from "./playbackQuery.ts";
import { getPlaybackServices, type PlaybackServices } from "./playbackServices.ts";
import { getFlightLabel, toStripFlight } from "./playedFlight.ts";
import { findNextStart, type ShownFlight } from "./shownFlight.ts";
import { getFlightColor } from "./trackColors.ts";
import { usePlaybackKeys } from "./usePlaybackKeys.ts";
import { FlightVideos } from "./video/FlightVideos.tsx";
import { type FlightVideoList, useFlightVideos } from "./video/useFlightVideos.ts";
import { toStripVideos } from "./video/videoTime.ts";
import { type FlightZones, useFlightZones } from "./zones/useFlightZones.ts";
import { toStripZones } from "./zones/zoneStays.ts";

/** The loaded flights in the order of the address. */
function useShownFlights({ actor }: PlaybackServices): readonly ShownFlight[] {
  const keys = useSelector(actor, ({ context }) => context.keys);
  const tracks = useSelector(actor, ({ context }) => context.tracks);
  const compare = useSelector(actor, ({ context }) => context.compare);
  return useMemo(() => {
    const shifts = getShifts({ keys, tracks, compare });
    return keys.flatMap((key, index) => {
      const flight = tracks[key];
      return flight ? [{ key, flight, color: getFlightColor(index), shiftMs: shifts[key] ?? 0 }] : [];
    });
  }, [keys, tracks, compare]);
}

interface SideProps {
  readonly services: PlaybackServices;
  readonly flights: readonly ShownFlight[];
  readonly chosen: ShownFlight;
  readonly videos: FlightVideoList;
  readonly zones: FlightZones;
  readonly onChoose: (key: string) => void;
}

/** Videos, figures and events of the chosen flight. */
function SidePanel({ services, flights, chosen, videos, zones, onChoose }: SideProps) {
  return (
    <aside className={classes["side"]} aria-label="飞行数据">
      {flights.length > 1 && (
        <OptionSelect
          label="查看的飞行"
          data={flights.map(({ key, flight }) => ({ value: key, label: getFlightLabel(flight) }))}
          value={chosen.key}
          onChange={(key) => {
            if (key !== null) onChoose(key);
          }}
        />
      )}
      <FlightVideos services={services} shown={chosen} list={videos} />
      <FlightFigures services={services} shown={chosen} />
      <FlightEvents services={services} shown={chosen} zones={zones} />
    </aside>
  );
}

/** The playback of flights whose tracks have come. */
function Player({ services, flights }: Pick<SideProps, "services" | "flights">) {
  const [chosenKey, setChosenKey] = useState("");
  const chosen = flights.find(({ key }) => key === chosenKey) ?? flights[0];
  const getChosen = useCallback(() => chosen, [chosen]);
  const { actor, clock } = services;
  const nextFlight = useCallback(() => {
    const ms = findNextStart(flights, clock.now());
    if (ms !== null) actor.send({ type: "time.seek", ms });
  }, [actor, clock, flights]);
  usePlaybackKeys(services, getChosen, nextFlight);
  const zeroMs = useSelector(actor, ({ context }) => getZeroMs(context));
  const strip = useMemo(
    () => flights.map(({ flight, color, shiftMs }) => toStripFlight(flight, color, shiftMs)),
    [flights],
  );
  const videos = useFlightVideos(flights);
  const bars = useMemo(() => toStripVideos(videos.videos, flights), [videos.videos, flights]);
  const zones = useFlightZones(flights);
  const stays = useMemo(() => toStripZones(flights, zones.stays), [flights, zones.stays]);
  if (!chosen) return null;
  return (
    <div className={classes["player"]}>
      <PlaybackMap services={services} flights={flights} chosen={chosen} zones={zones.zones} />
      <PlaybackControls
        services={services}
        flights={strip}
        videos={bars}
        zones={stays}
        zeroMs={zeroMs}
        onNextFlight={flights.length > 1 && zeroMs === null ? nextFlight : null}
      />
      <SidePanel
        services={services}
        flights={flights}
        chosen={chosen}
        videos={videos}
        zones={zones}
        onChoose={setChosenKey}
      />
    </div>
  );
}

/** 航迹回放: recorded flights on one clock, opened by an address. */
export function Playback() {
  const scope = usePageScope();
  const pageApi = usePageApi();
  const [query] = useSearchParams();
  const [services] = useState(() => getPlaybackServices(scope, pageApi));
  const { actor } = services;
  usePlaybackAddress(services);
  useEffect(preloadStrip, []);
  const flights = useShownFlights(services);
  const isLoading = useSelector(actor, (state) => state.hasTag("loading"));
  const isReady = useSelector(actor, (state) => state.hasTag("ready"));
  const { problem } = parsePlaybackAddress(query);
  return (
    <div className={classes["page"]}>
      <div className={classes["head"]}>
        <Title order={1} size="h5">
          航迹回放
        </Title>
        <Text size="sm" c="dimmed" className={classes["linked"] ?? ""}>
          {isReady && <FlightsDescription flights={flights} />}
        </Text>
      </div>
      {problem === null ? (
        <>
          <FailedFlights actor={actor} />
          {isReady && <TrackNotices flights={flights.map(({ flight }) => flight)} />}
          {isLoading && (
            <Alert color="blue" variant="light" icon={<Loader size="sm" aria-label={word.loading} />}>
              正在加载航迹…
            </Alert>
          )}
          {isReady && <Player services={services} flights={flights} />}
        </>
      ) : (
        <LinkProblemNotice problem={problem} />
      )}
    </div>
  );
}

/** The flight's task, aircraft and company; of several flights only how many. */
function FlightsDescription({ flights }: { readonly flights: readonly ShownFlight[] }) {
  const [first, ...others] = flights;
  if (!first) return null;
  if (others.length > 0) return `${flights.length} 次飞行`;
  const { taskNo, name, droneSn, companyId, companyName } = first.flight.task;
  return (
    <>
      <RecordLink record="flight" id={first.flight.ref.flightId} text={taskNo} />
      {[name, droneSn].map((text) => text !== "" && ` · ${text}`)} ·{" "}
      <RecordLink record="company" id={companyId} text={companyName} />
    </>
  );
}

/** A held arrow key moves many times a second. */
const writeDelayMs = 300;

/** Opens the flights of the address, and keeps time, speed and view in it while nothing moves. */
function usePlaybackAddress({ actor }: PlaybackServices): void {
  const { pathname } = useLocation();
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
      if (getPagePath() !== pathname) return;
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
  }, [isResting, anchor, current, isCompared, isSmooth, canCompare, pathname, query, setQuery]);

  // Nobody watches a hidden page.
  useEffect(() => () => actor.send({ type: "player.pause" }), [actor]);
}
