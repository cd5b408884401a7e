import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Line, Listener, PATIENCE_HIDDEN_MS } from './listener';

/** The browser's end of a stream, by hand. */
class Source extends EventTarget {
  static all: Source[] = [];
  onopen?: () => void;
  onerror?: () => void;
  closed = false;

  constructor(readonly url: string) {
    super();
    Source.all.push(this);
  }

  close() {
    this.closed = true;
  }

  say(name: string, data: unknown) {
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }));
  }
}

const open = () => Source.all.filter(source => !source.closed);
const latest = () => Source.all[Source.all.length - 1] as Source;

function see(state: 'visible' | 'hidden') {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
}

describe('Listener', () => {
  let heard: unknown[];
  let lines: Line[];
  let listener: Listener;

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('EventSource', Source);
    Source.all = [];
    heard = [];
    lines = [];
    listener = new Listener({
      url: '/events',
      names: ['state'],
      onEvent: (_, data) => {
        heard.push(data);
        return data === 'end' ? 'last' : undefined;
      },
      onLine: line => lines.push(line),
    });
  });

  afterEach(() => {
    listener.end();
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  it('hears, and dials again after a loss at growing distances', () => {
    latest().onopen?.();
    latest().say('state', 1);
    expect(heard).toEqual([1]);
    latest().onerror?.();
    vi.advanceTimersByTime(499);
    expect(open()).toHaveLength(0);
    vi.advanceTimersByTime(1);
    expect(open()).toHaveLength(1);
    latest().onerror?.();
    vi.advanceTimersByTime(999);
    expect(open()).toHaveLength(0);
    vi.advanceTimersByTime(1);
    latest().onopen?.();
    expect(lines[lines.length - 1]).toBe('open');
  });

  it('takes no line while the page is hidden for long, and listens at once when it is seen again', () => {
    see('hidden');
    vi.advanceTimersByTime(PATIENCE_HIDDEN_MS - 1);
    expect(open()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(open()).toHaveLength(0);
    vi.advanceTimersByTime(3_600_000);
    expect(Source.all).toHaveLength(1);
    see('visible');
    expect(open()).toHaveLength(1);
  });

  it('keeps its line where the page was hidden for a moment only', () => {
    see('hidden');
    vi.advanceTimersByTime(PATIENCE_HIDDEN_MS - 1);
    see('visible');
    vi.advanceTimersByTime(PATIENCE_HIDDEN_MS);
    expect(Source.all).toHaveLength(1);
    expect(open()).toHaveLength(1);
  });

  it('does not dial again after a loss that nobody sees', () => {
    see('hidden');
    latest().onerror?.();
    vi.advanceTimersByTime(3_600_000);
    expect(Source.all).toHaveLength(1);
    see('visible');
    expect(open()).toHaveLength(1);
  });

  it('lets go of its line when the page is left, and takes it up when the browser brings the page back', () => {
    window.dispatchEvent(new Event('pagehide'));
    expect(open()).toHaveLength(0);
    window.dispatchEvent(new Event('pageshow'));
    expect(open()).toHaveLength(1);
  });

  it('ends with the last event, and never dials again', () => {
    latest().say('state', 'end');
    expect(lines[lines.length - 1]).toBe('ended');
    expect(open()).toHaveLength(0);
    see('hidden');
    see('visible');
    window.dispatchEvent(new Event('pageshow'));
    vi.advanceTimersByTime(3_600_000);
    expect(Source.all).toHaveLength(1);
  });
});
