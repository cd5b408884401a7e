import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { configure, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import type { Me, User } from '../../api/types';
import AccessPage from './AccessPage';

// A loaded machine may take its time.
configure({ asyncUtilTimeout: 8_000 });
vi.setConfig({ testTimeout: 30_000 });

const ANNA: User = {
  name: 'anna',
  role: 'operator',
  disabled: false,
  hasPassword: true,
  issuer: null,
  createdAt: '2026-11-27T10:00:00Z',
};

const OWN = ['PUT /api/v1/me/password', 'POST /api/v1/tokens', 'DELETE /api/v1/tokens/{id}'];
const ADMINS = [
  'GET /api/v1/users',
  'GET /api/v1/audit',
  'POST /api/v1/users',
  'PUT /api/v1/users/{name}',
  'DELETE /api/v1/users/{name}',
  'POST /api/v1/users/{name}/password-links',
];

function show(me: Partial<Me>, answers: Record<string, unknown>) {
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    const key = `${init?.method ?? 'GET'} ${String(url)}`;
    return key in answers
      ? new Response(answers[key] === null ? null : JSON.stringify(answers[key]), {
          status: answers[key] === null ? 204 : 200,
        })
      : new Response(JSON.stringify({ detail: `not expected: ${key}` }), { status: 404 });
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const role = me.role ?? 'admin';
  const may = role === 'admin' ? [...OWN, ...ADMINS] : OWN;
  client.setQueryData(['me'], {
    ...{ name: 'root', role, kind: 'session', listener: 'https', hasPassword: true, longestTokenDays: 365, may },
    ...me,
  });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <AccessPage />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return fetched;
}

it('shows an administrator users and the audit log, and others their own tokens and logins', async () => {
  show({}, { 'GET /api/v1/users': [ANNA] });
  expect(await screen.findByText('anna')).toBeInTheDocument();
  expect(screen.getAllByRole('tab').map(tab => tab.textContent)).toEqual([
    'Users',
    'API tokens',
    'Logins',
    'Audit log',
  ]);
});

it('shows an operator no users', async () => {
  show({ role: 'operator', name: 'anna' }, { 'GET /api/v1/tokens': [] });
  expect(screen.getByRole('button', { name: 'Change password…' })).toBeInTheDocument();
  expect(await screen.findByText('No API tokens')).toBeInTheDocument();
  expect(screen.getAllByRole('tab').map(tab => tab.textContent)).toEqual(['API tokens', 'Logins']);
});

it('shows the password link of a new user once', async () => {
  show(
    {},
    {
      'GET /api/v1/users': [],
      'POST /api/v1/users': {
        user: { ...ANNA, hasPassword: false },
        link: {
          passwordLink: '/set-password?code=abc',
          url: 'https://c:8443/set-password?code=abc',
          expiresAt: '2026-11-28T10:00:00Z',
        },
      },
    },
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Add user…' }));
  const dialog = await screen.findByRole('dialog');
  await userEvent.type(within(dialog).getByLabelText(/Name/), 'anna');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Add user' }));
  expect(await screen.findByText('https://c:8443/set-password?code=abc')).toBeInTheDocument();
});

it('says what the removal of a user means before it asks for it', async () => {
  const fetched = show({}, { 'GET /api/v1/users': [ANNA], 'DELETE /api/v1/users/anna': null });
  await userEvent.click(await screen.findByRole('button', { name: 'Remove anna' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText(/All sessions and API tokens/)).toBeInTheDocument();
  expect(fetched).not.toHaveBeenCalledWith('/api/v1/users/anna', expect.anything());
  await userEvent.click(within(dialog).getByRole('button', { name: 'Remove' }));
  await waitFor(() =>
    expect(fetched).toHaveBeenCalledWith('/api/v1/users/anna', expect.objectContaining({ method: 'DELETE' })),
  );
});

it('offers nobody to change the own role', async () => {
  show({ name: 'anna' }, { 'GET /api/v1/users': [{ ...ANNA, role: 'admin' }] });
  expect(await screen.findByLabelText('Role of anna')).toBeDisabled();
  expect(screen.queryByRole('button', { name: 'Remove anna' })).toBeNull();
});

it('offers somebody of a provider no password, and tokens no longer than they may be valid', async () => {
  show({ role: 'operator', name: 'oidc:anna', hasPassword: false, longestTokenDays: 30 }, { 'GET /api/v1/tokens': [] });
  expect(screen.queryByRole('button', { name: 'Change password…' })).not.toBeInTheDocument();
  await userEvent.click(await screen.findByRole('button', { name: 'Create token…' }));
  expect(await screen.findByLabelText('Valid for days')).toHaveValue('30');
});
