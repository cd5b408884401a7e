/** Whether events arrive: `connecting` at first and after a loss, `ended` where the controller has said that nothing more comes. */
export type Line = 'connecting' | 'open' | 'ended';

const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 10_000;

/** How long a page that nobody sees keeps its line. A browser has six lines to one host for all tabs together: hidden ones must not take them. */
export const PATIENCE_HIDDEN_MS = 5_000;

/** What a stream is about. */
export interface Stream {
  url: string;
  names: readonly string[];
  /** Gets each event's name and data; may say that this was the last one. */
  onEvent: (name: string, data: unknown) => 'last' | void;
  onLine: (line: Line) => void;
}

/**
 * Listens to a stream of complete states, each of which replaces the one before, so that a lost connection loses nothing: it is dialled again,
 * at growing distances, and the first event after it is the whole truth. Rests while nobody sees the page.
 */
export class Listener {
  private source: EventSource | undefined;
  private timer: number | undefined;
  private retryMs = FIRST_RETRY_MS;
  private over = false;

  constructor(private readonly stream: Stream) {
    document.addEventListener('visibilitychange', this.seenOrNot);
    window.addEventListener('pagehide', this.rest);
    window.addEventListener('pageshow', this.seenOrNot);
    this.dial();
  }

  /** Ends it for good. */
  end(): void {
    this.over = true;
    document.removeEventListener('visibilitychange', this.seenOrNot);
    window.removeEventListener('pagehide', this.rest);
    window.removeEventListener('pageshow', this.seenOrNot);
    this.rest();
  }

  private readonly seenOrNot = (): void => {
    if (document.visibilityState === 'hidden') {
      this.later(this.rest, PATIENCE_HIDDEN_MS);
    } else if (this.source) {
      window.clearTimeout(this.timer);
    } else {
      this.retryMs = FIRST_RETRY_MS;
      this.dial();
    }
  };

  /** A page that is left or put away keeps no line either, though the browser may keep the page. */
  private readonly rest = (): void => {
    window.clearTimeout(this.timer);
    this.source?.close();
    this.source = undefined;
  };

  private later(what: () => void, ms: number): void {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(what, ms);
  }

  private readonly dial = (): void => {
    this.rest();
    this.stream.onLine('connecting');
    const source = new EventSource(this.stream.url);
    this.source = source;
    source.onopen = () => {
      this.retryMs = FIRST_RETRY_MS;
      this.stream.onLine('open');
    };
    // The browser's own repetition gives up after an answer that is no stream, as a proxy's error page; ours does not.
    source.onerror = () => {
      this.rest();
      this.stream.onLine('connecting');
      if (document.visibilityState === 'hidden') return;
      this.later(this.dial, this.retryMs);
      this.retryMs = Math.min(2 * this.retryMs, LAST_RETRY_MS);
    };
    for (const name of this.stream.names) {
      source.addEventListener(name, event => this.take(name, (event as MessageEvent<string>).data));
    }
  };

  private take(name: string, data: string): void {
    if (!this.over && this.stream.onEvent(name, JSON.parse(data)) === 'last') {
      this.end();
      this.stream.onLine('ended');
    }
  }
}
