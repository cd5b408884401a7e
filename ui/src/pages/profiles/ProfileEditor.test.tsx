import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { configure, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { CheckReport, Finding, Problem } from '../../api/types';
import ProfilePage from './ProfilePage';

// A loaded machine may take its time.
configure({ asyncUtilTimeout: 8_000 });

// The editor of text measures what it draws, which this environment does not: a plain field stands for it, the rest is real.
vi.mock('./YamlEditor', () => ({
  YamlEditor: (props: { label: string; value: string; onChange?: (text: string) => void }) => (
    <textarea aria-label={props.label} value={props.value} onChange={e => props.onChange?.(e.currentTarget.value)} />
  ),
}));

const STORED = `# Why it is here.
id: mine
title: Mine            # for people
workloads: office
load: { fixed: { sessions: 2 } } # as before
`;

interface Sent {
  method: string;
  url: string;
  body: string;
  match: string | null;
}

let sent: Sent[];
let problems: Problem[];
let findings: Finding[];
let saves: (() => Response)[];

const stream = (events: [string, unknown][]) =>
  new Response(events.map(([name, data]) => `event:${name}\ndata:${JSON.stringify(data)}\n\n`).join(''), {
    headers: { 'Content-Type': 'text/event-stream' },
  });

function answer(url: string, init: RequestInit): Response {
  const path = url.replace(/\?.*/, '').replace('/api/v1', '');
  sent.push({
    method: init.method ?? 'GET',
    url,
    body: String(init.body ?? ''),
    match: new Headers(init.headers).get('If-Match'),
  });
  if (path === '/validations') return Response.json({ problems });
  if (path === '/run-profiles/mine' && init.method === 'PUT')
    return saves.shift()?.() ?? new Response('no', { status: 500 });
  if (path === '/run-profiles/mine') return new Response(STORED, { headers: { ETag: '"3"' } });
  if (path === '/checks') {
    const report: CheckReport = {
      profile: 'mine',
      readable: true,
      valid: true,
      passed: true,
      findings,
      figures: [{ what: 'maximum number of sessions', value: '2' }],
      tookMillis: 900,
    };
    return stream([...findings.map((f): [string, unknown] => ['finding', f]), ['done', report]]);
  }
  if (path === '/workloads') return Response.json([{ id: 'mail/client' }, { id: 'office/writer' }]);
  if (path === '/runs' && init.method === 'POST') return Response.json({ id: 'r-7' }, { status: 201 });
  return Response.json([]);
}

beforeEach(() => {
  sessionStorage.clear();
  sent = [];
  problems = [];
  findings = [];
  saves = [];
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => Promise.resolve(answer(url, init)));
});

function show(path = '/profiles/mine') {
  return render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <MemoryRouter initialEntries={[path]}>
          <Routes>
            <Route path="/profiles/:id" element={<ProfilePage />} />
            <Route path="/runs/:id" element={<h1>the run</h1>} />
          </Routes>
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

const yaml = () => screen.getByLabelText<HTMLTextAreaElement>('Run profile YAML');
const sessions = () => screen.findByLabelText(/^Sessions\s*\*$/);

describe('ProfilePage', () => {
  it('keeps form and YAML in step, and the comments', async () => {
    show();
    const field = await sessions();
    expect(field).toHaveValue('2');
    await userEvent.clear(field);
    await userEvent.type(field, '12');
    await userEvent.type(screen.getByLabelText('Title'), ' and yours ');
    expect(yaml().value).toBe(
      STORED.replace('sessions: 2', 'sessions: 12').replace('title: Mine ', 'title: Mine and yours '),
    );
    await userEvent.selectOptions(screen.getByLabelText('Load', { selector: 'select' }), 'ramp');
    expect(yaml().value).toContain('# as before');
    expect(yaml().value).toContain('ramp: { from: 1, add: 1, max: 20 }');
    await userEvent.clear(yaml());
    await userEvent.paste('id: mine\nworkloads: office\nload: { steps: { sessions: [1, 3] } }\n');
    expect(screen.getByLabelText(/^Sessions per load point/)).toHaveValue('1, 3');
  });

  it('edits maps and lists as YAML, and takes over nothing that is none', async () => {
    show();
    const limits = await screen.findByLabelText<HTMLTextAreaElement>('Limits of metrics');
    await userEvent.click(limits);
    await userEvent.paste('frame-gap: 2s\nsharp:');
    expect(yaml().value).toContain('limits: { frame-gap: 2s, sharp: null }');
    expect(yaml().value).toContain('# Why it is here.');
    expect(limits.value).toBe('frame-gap: 2s\nsharp:');
    await userEvent.type(limits, ' "');
    expect(screen.getByText(/^Not taken over: not valid YAML/)).toBeVisible();
    expect(yaml().value).toContain('limits: { frame-gap: 2s, sharp: null }');
    await userEvent.clear(limits);
    expect(yaml().value).toBe(STORED);

    await userEvent.type(screen.getByLabelText('Capacity'), '>= 8');
    const metrics = screen.getByLabelText<HTMLTextAreaElement>('Metrics of workloads');
    await userEvent.click(metrics);
    await userEvent.paste('frame-gap: "<= 1s"');
    expect(yaml().value).toMatch(/expect: \{ capacity: ">= 8", frame-gap: "?<= 1s"? \}/);
    expect(metrics.value).not.toContain('capacity');
    await userEvent.clear(metrics);
    await userEvent.paste('capacity: ">= 9"');
    expect(screen.getByText(/^Not taken over: expected/)).toBeInTheDocument();
    expect(yaml().value).toContain('>= 8');
  });

  it('shows what is needed without desktop agents where there are none', async () => {
    show();
    await sessions();
    await userEvent.selectOptions(screen.getByLabelText('Target', { selector: 'select' }), 'vnc');
    expect(screen.queryByLabelText(/^Launcher/)).toBeNull();
    await userEvent.selectOptions(screen.getByLabelText('Desktop agent'), 'none');
    await userEvent.click(screen.getByLabelText(/^Launcher/));
    await userEvent.paste('dialog: { keys: alt+F2, rest: 500ms }');
    await userEvent.type(screen.getByLabelText('Ready after rest'), '3s');
    await userEvent.type(screen.getByLabelText('Keyboard layout'), 'de');
    await userEvent.selectOptions(screen.getByLabelText('Characters'), 'keysyms');
    expect(yaml().value).toContain('rest: "3s"');
    expect(yaml().value).toContain('alt+F2');
    // What the other kind has no key for stays behind.
    await userEvent.selectOptions(screen.getByLabelText('Target', { selector: 'select' }), 'rdp');
    expect(screen.getByLabelText(/^Launcher/)).toHaveValue('dialog:\n  keys: alt+F2\n  rest: 500ms');
    expect(yaml().value).toContain('layout: de');
    expect(yaml().value).not.toContain('keysyms');
  });

  it('gives workloads a share of the sessions', async () => {
    show();
    await sessions();
    await userEvent.clear(yaml());
    await userEvent.paste(
      'id: mine\nworkloads:\n  workloads: [office/writer, video/play]\nload: { fixed: { sessions: 5 } }\n',
    );
    await userEvent.type(await screen.findByLabelText('Share of sessions, video/play'), '20');
    expect(yaml().value).toContain('workloads: [ office/writer, { workload: video/play, sessions: 20% } ]');
    expect(screen.getByLabelText('Share of sessions, video/play')).toHaveValue('20');
    await userEvent.clear(screen.getByLabelText('Share of sessions, video/play'));
    expect(yaml().value).toContain('workloads: [ office/writer, video/play ]');
    await userEvent.selectOptions(screen.getByLabelText('Add workload'), 'mail/client');
    expect(yaml().value).toContain('workloads: [ office/writer, video/play, mail/client ]');
    await userEvent.click(screen.getByRole('button', { name: 'Remove office/writer' }));
    expect(yaml().value).toContain('workloads: [ video/play, mail/client ]');
  });

  it('says problems at their fields, and waits while the YAML is broken', async () => {
    problems = [{ path: 'load.fixed.sessions', line: 5, column: 28, message: '0 (expected: 1 to 10000)' }];
    show();
    const field = await sessions();
    await waitFor(() => expect(field).toHaveAccessibleDescription(/expected: 1 to 10000/));
    await userEvent.clear(yaml());
    await userEvent.paste('id: [');
    expect(await screen.findByText(/The form is read-only until the YAML is valid: line/)).toBeInTheDocument();
    expect(screen.getByLabelText('Title')).toBeDisabled();
  });

  it('starts only what was checked as it stands', async () => {
    show();
    const field = await sessions();
    await userEvent.click(screen.getByRole('button', { name: 'Check' }));
    const start = await screen.findByRole('button', { name: 'Start run' });
    await waitFor(() => expect(start).toBeEnabled());
    expect(screen.getByText('maximum number of sessions')).toBeInTheDocument();
    await userEvent.type(field, '0');
    expect(start).toBeDisabled();
    await userEvent.click(screen.getByRole('button', { name: 'Check again' }));
    await waitFor(() => expect(start).toBeEnabled());
    await userEvent.click(start);
    expect(await screen.findByText('the run')).toBeInTheDocument();
    expect(sent.find(s => s.method === 'POST' && s.url.startsWith('/api/v1/runs'))?.body).toContain('sessions: 20');
  });

  it('leads from a finding to its field, and forbids a start with errors', async () => {
    const finding: Finding = {
      severity: 'error',
      what: 'threshold',
      where: 'thresholds.A',
      value: '5 ms',
      expected: '20 ms or more',
      remedy: 'raise it',
    };
    findings = [{ ...finding, severity: 'note', what: 'agents', where: 'host-1' }, finding];
    show();
    await sessions();
    await userEvent.click(screen.getByRole('button', { name: 'Check' }));
    const list = await screen.findByRole('list', { name: 'Findings' });
    await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(2));
    expect(within(list).getAllByRole('listitem')[0]).toHaveTextContent('raise it');
    expect(screen.getByRole('button', { name: 'Start run' })).toBeDisabled();
    await userEvent.click(within(list).getByRole('button', { name: 'thresholds.A' }));
    expect(screen.getByLabelText('Threshold, group A')).toHaveFocus();
  });

  it.each([412, 428])('loses nothing when somebody else saved first (%i)', async status => {
    const stale = () =>
      Response.json({ detail: 'stale', newestVersion: 4, newestYaml: STORED.replace('Mine', 'Theirs') }, { status });
    const saved = () => Response.json({ id: 'mine', version: 5, savedAt: '2026-11-21T10:00:00Z', removed: false });
    saves = [stale, stale, saved];
    show();
    await userEvent.type(await sessions(), '5');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/- title: Theirs/)).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Continue editing' }));
    expect(yaml().value).toContain('sessions: 25');

    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Overwrite version 4' }));
    await waitFor(() => expect(screen.getByText('mine, version 5')).toBeInTheDocument());
    const puts = sent.filter(s => s.method === 'PUT');
    expect(puts.map(s => s.match)).toEqual(['"3"', '"3"', '"4"']);
    expect(puts[2]?.body).toContain('sessions: 25');
  });

  it('has unsaved text again after a reload', async () => {
    const first = show();
    await userEvent.type(await sessions(), '9');
    first.unmount();
    show();
    expect(await screen.findByText('Unsaved changes restored')).toBeInTheDocument();
    expect(yaml().value).toContain('sessions: 29');
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
    expect(yaml().value).toBe(STORED);
  });

  it('saves a new profile under its id', async () => {
    saves = [
      () => Response.json({ id: 'mine', version: 1, savedAt: '2026-11-21T10:00:00Z', removed: false }, { status: 201 }),
    ];
    show('/profiles/new');
    await userEvent.type(await screen.findByLabelText(/^ID\s*\*$/), 'mine');
    expect(yaml().value).toBe('id: mine\n');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('mine, version 1')).toBeInTheDocument();
    const put = sent.find(s => s.method === 'PUT');
    expect(put?.match).toBeNull();
    expect(sessionStorage).toHaveLength(0);
  });

  it('keeps the check and the editor when it is saved under another id', async () => {
    saves = [
      () => Response.json({ id: 'mine', version: 1, savedAt: '2026-11-21T10:00:00Z', removed: false }, { status: 201 }),
      () => Response.json({ id: 'mine', version: 2, savedAt: '2026-11-21T10:00:00Z', removed: false }, { status: 201 }),
    ];
    show('/profiles/new');
    await userEvent.type(await screen.findByLabelText(/^ID\s*\*$/), 'mine');
    const editor = yaml();
    await userEvent.click(screen.getByRole('button', { name: 'Check' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Start run' })).toBeEnabled());
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('mine, version 1')).toBeInTheDocument();
    expect(yaml()).toBe(editor);
    expect(editor.value).toBe('id: mine\n');
    expect(screen.getByRole('button', { name: 'Start run' })).toBeEnabled();
    // From now on it is that profile: its next version is made from the one that was saved.
    await userEvent.type(screen.getByLabelText('Title'), 'Mine');
    expect(sessionStorage.getItem('deskmeter.profile.mine')).toContain('title: Mine');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('mine, version 2')).toBeInTheDocument();
    expect(sent.filter(s => s.method === 'PUT').map(s => s.match)).toEqual([null, '"1"']);
    expect(sent.filter(s => s.method === 'GET' && s.url.includes('run-profiles/mine'))).toEqual([]);
  });
});
