import { Badge } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Line } from '../api/events';
import { texts } from '../texts/common';

/** So long a line may be dialled before it is called lost: a first dial, and one after a page was asleep, take a moment. */
const PATIENCE_MS = 2_000;

/** Says when the controller cannot be heard. The place of the message is always there, so that screen readers tell when it comes. */
export function Connection({ line }: { line: Line }) {
  const [lost, setLost] = useState(false);
  useEffect(() => {
    setLost(false);
    if (line === 'open') return undefined;
    const timer = window.setTimeout(() => setLost(true), PATIENCE_MS);
    return () => window.clearTimeout(timer);
  }, [line]);
  return (
    <div role="status" aria-label={texts.connection}>
      {lost ? (
        <Badge color="red" variant="light">
          {texts.noConnectionToTheController}
        </Badge>
      ) : null}
    </div>
  );
}
