import { useEffect, useRef, useState } from 'react';
import { type Line, Listener } from './listener';

export type { Line } from './listener';

/**
 * What {@link Listener} hears, for as long as a component is shown.
 *
 * @param url null for none
 * @param onEvent gets each event's name and data; may say that this was the last one
 */
export function useEvents(
  url: string | null,
  onEvent: (name: string, data: unknown) => 'last' | void,
  names: readonly string[],
): Line {
  const [line, setLine] = useState<Line>('connecting');
  const handler = useRef(onEvent);
  handler.current = onEvent;
  const key = names.join(' ');

  useEffect(() => {
    if (url === null) return undefined;
    const listener = new Listener({
      url,
      names: key.split(' '),
      onEvent: (name, data) => handler.current(name, data),
      onLine: setLine,
    });
    return () => listener.end();
  }, [url, key]);

  return line;
}
