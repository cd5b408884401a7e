import { describe, expect, it, vi } from 'vitest';
import { EventCutter, postForEvents, type StreamEvent } from './stream';

const TEXT =
  'event:finding\ndata:{"what":"Größe"}\n\n: alive\n\nevent: done\r\ndata: {"a":\r\ndata: 1}\r\n\r\ndata: x\n\n';
const EVENTS = [
  { name: 'finding', data: '{"what":"Größe"}' },
  { name: 'done', data: '{"a":\n1}' },
  { name: 'message', data: 'x' },
];

describe('EventCutter', () => {
  it('finds the same events wherever the stream is cut', () => {
    for (let at = 0; at <= TEXT.length; at++) {
      const cutter = new EventCutter();
      expect([...cutter.push(TEXT.slice(0, at)), ...cutter.push(TEXT.slice(at))], `cut at ${at}`).toEqual(EVENTS);
    }
    const single = new EventCutter();
    expect([...TEXT].flatMap(letter => single.push(letter))).toEqual(EVENTS);
  });
});

describe('postForEvents', () => {
  const collect = async (response: Response) => {
    vi.stubGlobal('fetch', vi.fn().mockResolvedValue(response));
    const events: StreamEvent[] = [];
    await postForEvents('/x', 'id: a', new AbortController().signal, e => events.push(e));
    return events;
  };

  it('reads bytes that are cut within a letter', async () => {
    const bytes = new TextEncoder().encode(TEXT);
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
        controller.close();
      },
    });
    expect(
      await collect(new Response(body, { headers: { 'Content-Type': 'text/event-stream;charset=UTF-8' } })),
    ).toEqual(EVENTS);
  });

  it('takes an answer that comes at once', async () => {
    const response = new Response('{"passed":true}', { headers: { 'Content-Type': 'application/json' } });
    expect(await collect(response)).toEqual([{ name: 'whole', data: '{"passed":true}' }]);
  });

  it('says what the controller refuses', async () => {
    const refused = new Response('{"detail":"no agent"}', { status: 503 });
    await expect(collect(refused)).rejects.toThrow('no agent');
  });
});
