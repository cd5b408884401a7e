import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { configure, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { vi } from 'vitest';

// A whole page takes its time on a busy machine.
configure({ asyncUtilTimeout: 10_000 });
vi.setConfig({ testTimeout: 30_000 });
// There is nothing to paint on.
HTMLCanvasElement.prototype.getContext = () => null;

/** Answers of a controller by the path below its base; a function gets the query. What is not there is a 404. For tests. */
export type Answers = Record<string, unknown>;

/** Puts answers in the place of the controller and says what was asked. */
export function answer(answers: Answers): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (input: string) => {
    const url = new URL(input, 'http://controller');
    const path = url.pathname.replace('/api/v1', '');
    asked.push(path + url.search);
    const found = answers[path];
    const body: unknown =
      typeof found === 'function' ? (found as (q: URLSearchParams) => unknown)(url.searchParams) : found;
    return body === undefined
      ? new Response(JSON.stringify({ status: 404, detail: `${path} (expected: something else)` }), { status: 404 })
      : new Response(JSON.stringify(body), { status: 200 });
  });
  return asked;
}

/** A list that is one page, as the controller answers. */
export const pageOf = <T,>(runs: T[]): { total: number; offset: number; runs: T[] } => ({
  total: runs.length,
  offset: 0,
  runs,
});

function Where() {
  const { pathname, search } = useLocation();
  return <output data-testid="where">{pathname + search}</output>;
}

/** A page at an address, with all that stands around it in the program. */
export function show(page: ReactNode, path: string, at: string) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <MemoryRouter initialEntries={[at]}>
          <Routes>
            <Route path={path} element={page} />
          </Routes>
          <Where />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
}
