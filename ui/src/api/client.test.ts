import { describe, expect, expectTypeOf, it, vi } from 'vitest';
import { ApiError, read } from './client';
import type { Answer, RunSnapshot } from './types';

function answer(body: unknown, status = 200) {
  return vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(() => Promise.resolve(new Response(JSON.stringify(body), { status })));
}

describe('read', () => {
  it('fills in the parts of an address and asks only what is given', async () => {
    const fetched = answer({ lines: [] });
    await read('/runs/{id}/series', { id: 'a b/c' }, { by: 'group', loadPoint: null, buckets: 200 });
    expect(fetched.mock.calls[0]?.[0]).toBe('/api/v1/runs/a%20b%2Fc/series?by=group&buckets=200');
    await read('/runs/{id}/timings/{session}/{sequence}', { id: 'r', session: 0, sequence: 7 });
    expect(fetched.mock.calls[1]?.[0]).toBe('/api/v1/runs/r/timings/0/7');
    await read('/comparisons', {}, { runs: ['a', 'b'] });
    expect(fetched.mock.calls[2]?.[0]).toBe('/api/v1/comparisons?runs=a&runs=b');
  });

  it('says what the controller refused, in its words', async () => {
    answer({ title: 'Unknown', detail: 'run: x (expected: a known run)' }, 404);
    await expect(read('/runs/{id}', { id: 'x' })).rejects.toEqual(
      new ApiError({ status: 404, title: 'Unknown', detail: 'run: x (expected: a known run)' }),
    );
  });

  it('answers what the OpenAPI document says', () => {
    expectTypeOf<Answer<'/runs/{id}'>>().toEqualTypeOf<RunSnapshot>();
    // @ts-expect-error there is no such address
    expectTypeOf<Answer<'/rums/{id}'>>().toBeNever();
    // @ts-expect-error the session is missing
    void (() => read('/runs/{id}/sessions/{session}', { id: 'r' }));
    // @ts-expect-error there is no such parameter
    void (() => read('/runs/{id}/series', { id: 'r' }, { buckts: 3 }));
  });
});
