import { Alert, Button, Group } from "@mantine/core";
import { useSelector } from "@xstate/react";
import * as word from "../../../adapters/contract/words.ts";
import { toQueryKey } from "../../../machines/listQuery.ts";
import { getStaleText } from "../table/emptyStateTexts.ts";
import type { ListActor } from "./listActor.ts";
import { selectFailure } from "./selectDisplayedPage.ts";

/**
 * Shown under old rows after a failed reload: the reason, whether they belong to another query, and a retry button.
 * Above them it would move what is about to be clicked.
 */
export function StaleRowsAlert({ actor }: { readonly actor: ListActor }) {
  const isStale = useSelector(
    actor,
    (snapshot) =>
      !snapshot.hasTag("reloading") && !snapshot.hasTag("loading") && selectFailure(snapshot) === "stale",
  );
  const error = useSelector(actor, ({ context }) => context.error);
  const isOtherQuery = useSelector(
    actor,
    ({ context }) => context.pageQueryKey !== toQueryKey(context.query),
  );
  if (!isStale) return null;
  return (
    <Alert color="orange" role="alert" mb="xs" py="xs">
      <Group justify="space-between" gap="xs">
        <span>{error && getStaleText(error, isOtherQuery)}</span>
        <Button size="compact-sm" variant="default" onClick={() => actor.send({ type: "retry" })}>
          {word.retry}
        </Button>
      </Group>
    </Alert>
  );
}
