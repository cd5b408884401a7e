import { useEffect, useRef, useState } from 'react';

/** Whether events arrive: `connecting` at first and after a loss, `ended` where the controller has said that nothing more comes. */
export type Line = 'connecting' | 'open' | 'ended';

const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 10_000;

/**
 * Listens to a stream of complete states, each of which replaces the one before, so that a lost connection loses nothing: it is dialled again,
 * at growing distances, and the first event after it is the whole truth.
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
    let source: EventSource | undefined;
    let timer: number | undefined;
    let retry = FIRST_RETRY_MS;
    let over = false;

    const close = () => {
      source?.close();
      source = undefined;
    };
    const dial = () => {
      close();
      setLine('connecting');
      source = new EventSource(url);
      source.onopen = () => {
        retry = FIRST_RETRY_MS;
        setLine('open');
      };
      // The browser's own repetition gives up after an answer that is no stream, as a proxy's error page; ours does not.
      source.onerror = () => {
        close();
        if (over) return;
        setLine('connecting');
        timer = window.setTimeout(dial, retry);
        retry = Math.min(2 * retry, LAST_RETRY_MS);
      };
      for (const name of key.split(' ')) {
        source.addEventListener(name, event => {
          if (handler.current(name, JSON.parse((event as MessageEvent<string>).data)) === 'last') {
            over = true;
            close();
            setLine('ended');
          }
        });
      }
    };
    dial();
    return () => {
      over = true;
      window.clearTimeout(timer);
      close();
    };
  }, [url, key]);

  return line;
}
