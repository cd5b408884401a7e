import { request } from '../../api/client';

export interface StreamEvent {
  name: string;
  data: string;
}

/** Cuts a stream of server-sent events into its events, wherever its pieces were cut. */
export class EventCutter {
  private rest = '';
  private name = '';
  private data: string[] = [];

  /** The events that are whole with this piece. */
  push(piece: string): StreamEvent[] {
    const found: StreamEvent[] = [];
    this.rest += piece;
    let at = this.rest.search(/\r\n|\n|\r/);
    while (at >= 0) {
      // A lone return at the very end may be the half of a pair: it waits for what follows.
      if (this.rest[at] === '\r' && at === this.rest.length - 1) break;
      const line = this.rest.slice(0, at);
      this.rest = this.rest.slice(at + (this.rest.startsWith('\r\n', at) ? 2 : 1));
      const event = this.line(line);
      if (event) found.push(event);
      at = this.rest.search(/\r\n|\n|\r/);
    }
    return found;
  }

  private line(line: string): StreamEvent | null {
    if (line === '') {
      const event = this.data.length > 0 ? { name: this.name || 'message', data: this.data.join('\n') } : null;
      this.name = '';
      this.data = [];
      return event;
    }
    const [, field, value] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
    if (field === 'event') this.name = value ?? '';
    if (field === 'data') this.data.push(value ?? '');
    return null;
  }
}

/**
 * Posts a document and reads the answer event by event; a controller that answers at once gives one event `whole`.
 *
 * @throws Error where the answer breaks off, which the caller knows by the last event that it waits for
 */
export async function postForEvents(
  url: string,
  yaml: string,
  signal: AbortSignal,
  onEvent: (event: StreamEvent) => void,
): Promise<void> {
  const response = await request(url, {
    method: 'POST',
    headers: { Accept: 'text/event-stream, application/json;q=0.5', 'Content-Type': 'application/yaml' },
    body: yaml,
    signal,
  });
  if (!(response.headers.get('Content-Type') ?? '').startsWith('text/event-stream') || response.body === null) {
    onEvent({ name: 'whole', data: await response.text() });
    return;
  }
  const cutter = new EventCutter();
  // A stream of the platform, because letters may be cut in two as well as lines.
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    cutter.push(decoder.decode(value, { stream: true })).forEach(onEvent);
  }
}
