import { Alert, Anchor, Button, Group, List, Text } from "@mantine/core";
import { useSelector } from "@xstate/react";
import { Link } from "react-router-dom";
import * as word from "../../../../adapters/contract/words.ts";
import { maxPlaybackFlights } from "../../../live/playbackAddress.ts";
import { formatDuration } from "./formatDuration.ts";
import type { LinkProblem } from "./playbackQuery.ts";
import { canRetry, formatFailure } from "./playbackServices.ts";
import type { PlaybackActor } from "./playedFlight.ts";
import { getFlightLabel, type PlayedFlight } from "./playedFlight.ts";

const historyPath = "/page/directive";

const HistoryLink = () => (
  <Anchor component={Link} to={historyPath} size="sm">
    返回历史任务
  </Anchor>
);

const problemTexts: Readonly<Record<LinkProblem, string>> = {
  empty: "链接中没有飞行。请在历史任务中选择要回放的飞行。",
  unreadable: "链接不完整，无法识别其中的飞行。请在历史任务中重新选择，或向发送者索取完整的链接。",
  tooMany: `一次最多回放 ${maxPlaybackFlights} 次飞行，链接中的超过了这个数。请在历史任务中减少选择。`,
};

/** The link opens nothing: why, and the way on. */
export function LinkProblemNotice({ problem }: { readonly problem: LinkProblem }) {
  return (
    <Alert color="orange" variant="light" title="无法回放">
      <Text size="sm" mb="xs">
        {problemTexts[problem]}
      </Text>
      <HistoryLink />
    </Alert>
  );
}

/** Flights that cannot be played, by their place in the address, each with the reason; the others play. */
export function FailedFlights({ actor }: { readonly actor: PlaybackActor }) {
  const keys = useSelector(actor, ({ context }) => context.keys);
  const failures = useSelector(actor, ({ context }) => context.failures);
  const loaded = useSelector(actor, ({ context }) => Object.keys(context.tracks).length);
  const isRetrying = useSelector(actor, (state) => state.hasTag("retrying") || state.hasTag("loading"));
  const failed = Object.entries(failures);
  if (failed.length === 0) return null;
  return (
    <Alert
      color="orange"
      variant="light"
      title={loaded > 0 ? `${failed.length} 次飞行无法回放，其余照常` : "无法回放"}
    >
      <List size="sm" mb="xs">
        {failed.map(([key, error]) => (
          <List.Item key={key}>{`第 ${keys.indexOf(key) + 1} 次飞行：${formatFailure(error)}`}</List.Item>
        ))}
      </List>
      <Group gap="md">
        {failed.some(([, error]) => canRetry(error)) && (
          <Button
            size="compact-sm"
            variant="default"
            loading={isRetrying}
            onClick={() => actor.send({ type: "flights.retry" })}
          >
            {word.retry}
          </Button>
        )}
        <HistoryLink />
      </Group>
    </Alert>
  );
}

/** Says where tracks are damaged: the rest plays. */
export function TrackNotices({ flights }: { readonly flights: readonly PlayedFlight[] }) {
  return flights
    .filter(({ damagedChunks }) => damagedChunks > 0)
    .map((flight) => {
      const lostMs = flight.holes.reduce(
        (sum, { fromMs, toMs, damaged }) => sum + (damaged ? toMs - fromMs : 0),
        0,
      );
      return (
        <Alert
          key={flight.ref.flightId}
          color="yellow"
          variant="light"
          p="xs"
        >{`${getFlightLabel(flight)}：有 ${flight.damagedChunks} 段航迹数据已损坏，共缺 ${formatDuration(lostMs)}，时间轴上以斜线标出，其余照常回放。`}</Alert>
      );
    });
}
