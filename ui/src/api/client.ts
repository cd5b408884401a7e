import type { Answer, Parts, ProblemDetail, Query, Readable } from './types';

const BASE = '/api/v1';

/** What the controller refused, in its own words. */
export class ApiError extends Error {
  readonly status: number;
  readonly problem: ProblemDetail;

  constructor(problem: ProblemDetail) {
    super(problem.detail || problem.title || `HTTP ${problem.status}`);
    this.name = 'ApiError';
    this.status = problem.status;
    this.problem = problem;
  }
}

/** The address of a resource of the controller; segments are encoded, values that are not given are left out. */
export function address(
  path: (string | number)[],
  query: Record<string, string | number | boolean | readonly string[] | null | undefined> = {},
): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== null && one !== undefined && one !== '') parameters.append(name, String(one));
    }
  }
  const tail = parameters.size > 0 ? `?${parameters}` : '';
  return [BASE, ...path.map(segment => encodeURIComponent(segment))].join('/') + tail;
}

async function fail(response: Response): Promise<never> {
  const text = await response.text();
  let problem: ProblemDetail;
  try {
    problem = { ...(JSON.parse(text) as ProblemDetail), status: response.status };
  } catch {
    problem = { status: response.status, detail: text.slice(0, 500) || `HTTP ${response.status}` };
  }
  throw new ApiError(problem);
}

/** A request that must succeed; a controller that cannot be reached is an error with status 0. */
export async function request(url: string, init: RequestInit = {}): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, init);
  } catch (e) {
    if (init.signal?.aborted) throw e;
    throw new ApiError({ status: 0, title: 'unreachable', detail: String(e) });
  }
  return response.ok ? response : fail(response);
}

export async function getJson<T>(url: string, signal?: AbortSignal): Promise<T> {
  const response = await request(url, { headers: { Accept: 'application/json' }, ...(signal ? { signal } : {}) });
  return (await response.json()) as T;
}

/** What a resource is, by its address as the OpenAPI document writes it: `read('/runs/{id}/series', { id }, { by: 'group' })`. */
export function read<P extends Readable>(
  path: P,
  parts: Parts<P>,
  query?: Query<P>,
  signal?: AbortSignal,
): Promise<Answer<P>> {
  const values = parts as Record<string, string | number>;
  const segments = path
    .split('/')
    .slice(1)
    .map(segment => (segment.startsWith('{') ? (values[segment.slice(1, -1)] ?? '') : segment));
  return getJson<Answer<P>>(address(segments, query as Parameters<typeof address>[1]), signal);
}

/** A document with its entity tag. */
export async function getYaml(url: string, signal?: AbortSignal): Promise<{ yaml: string; etag: string | null }> {
  const response = await request(url, { headers: { Accept: 'application/yaml' }, ...(signal ? { signal } : {}) });
  return { yaml: await response.text(), etag: response.headers.get('ETag') };
}

export async function send<T>(
  method: 'POST' | 'PUT' | 'DELETE',
  url: string,
  options: { yaml?: string; json?: unknown; headers?: Record<string, string> } = {},
): Promise<T> {
  const headers: Record<string, string> = { Accept: 'application/json', ...options.headers };
  let body: string | undefined;
  if (options.yaml !== undefined) {
    headers['Content-Type'] = 'application/yaml';
    body = options.yaml;
  } else if (options.json !== undefined) {
    headers['Content-Type'] = 'application/json';
    body = JSON.stringify(options.json);
  }
  const response = await request(url, { method, headers, ...(body === undefined ? {} : { body }) });
  const text = await response.text();
  return (text ? JSON.parse(text) : undefined) as T;
}
