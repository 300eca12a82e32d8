import { Accordion, Alert, Paper, Text, Title } from "@mantine/core";
import { useSelector } from "@xstate/react";
import { linkState } from "../../../../adapters/contract/flight.ts";
import * as word from "../../../../adapters/contract/words.ts";
import { RecordLink } from "../../../list/links/RecordLink.tsx";
import { KeyMetrics, MetricGroups } from "../../../live/KeyMetrics.tsx";
import panel from "../../../live/TaskPanel.module.css";
import { toAges } from "../../../live/useFlight.ts";
import { formatTime } from "../../../ui/format/formatTime.ts";
import { StatusTag } from "../../../ui/StatusTag.tsx";
import { formatMoment } from "./formatMoment.ts";
import { useMediaTime } from "./mediaClock.ts";
import { getMoment, toLiveState } from "./moment.ts";
import classes from "./Playback.module.css";
import type { PlaybackServices } from "./playbackServices.ts";
import { getFlightLabel } from "./playedFlight.ts";
import type { ShownFlight } from "./shownFlight.ts";

const renderIntervalMs = 200;
/** The groups that a track records; the others are unknown. */
const recordedGroups = ["position", "attitude", "power"] as const;

interface Props {
  readonly services: PlaybackServices;
  readonly shown: ShownFlight;
}

/** The figures of a flight at the shown time, with the ages that they had then. */
export function FlightFigures({ services: { actor, clock }, shown: { flight, shiftMs } }: Props) {
  const isPlaying = useSelector(actor, (state) => state.hasTag("playing"));
  const timeMs = useMediaTime(clock, isPlaying, renderIntervalMs) - shiftMs;
  const moment = getMoment(flight, timeMs);
  const state = toLiveState(flight, moment, { taskId: flight.task.id, droneSn: flight.task.droneSn });
  const ages = state && toAges(state, timeMs);
  const notice = formatMoment(moment);
  return (
    <Paper component="section" withBorder aria-label={`数据 ${getFlightLabel(flight)}`}>
      <div className={panel["head"]}>
        <div className={panel["title"]}>
          <Title order={2} size="h6" className={panel["name"]} title={flight.task.name}>
            {flight.task.name}
          </Title>
          <Text size="xs" c="dimmed" className={classes["linked"] ?? ""}>
            <RecordLink record="flight" id={flight.ref.flightId} text={flight.task.taskNo} />
            <span>{` · ${formatTime(new Date(timeMs).toISOString())}`}</span>
          </Text>
        </div>
        {moment.hole?.isPlatform ? (
          <StatusTag label={word.platformGap} color="violet" />
        ) : (
          state && moment.kind !== "after" && <StatusTag {...linkState.tag(state.linkState)} />
        )}
      </div>
      <Alert
        color={notice ? "yellow" : "gray"}
        variant={notice ? "light" : "transparent"}
        p="xs"
        className={classes["notice"] ?? ""}
      >
        {notice ?? "下面是此刻的数据。"}
      </Alert>
      {state && ages && (
        <>
          <KeyMetrics state={state} ages={ages} />
          <Accordion chevronPosition="left" classNames={{ label: panel["label"] ?? "" }}>
            <Accordion.Item value="groups">
              <Accordion.Control>全部飞行数据</Accordion.Control>
              <Accordion.Panel>
                <MetricGroups state={state} ages={ages} only={recordedGroups} />
                <Text size="xs" c="dimmed">
                  航迹记录位置、高度、速度、航向、电量、阶段和定位，其余数据没有记录。
                </Text>
              </Accordion.Panel>
            </Accordion.Item>
          </Accordion>
        </>
      )}
    </Paper>
  );
}
