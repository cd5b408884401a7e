import { Badge } from '@mantine/core';
import { runState } from '../format/states';

/** The state of a run in its colour. */
export function StateBadge({ state, size = 'md' }: { state: string; size?: string }) {
  const look = runState(state);
  return (
    <Badge color={look.color} variant="light" size={size} data-state={state}>
      {look.title}
    </Badge>
  );
}
