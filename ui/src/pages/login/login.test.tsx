import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { configure, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import LoginPage from './LoginPage';
import SetPasswordPage from './SetPasswordPage';

// A loaded machine may take its time.
configure({ asyncUtilTimeout: 8_000 });
vi.setConfig({ testTimeout: 30_000 });

function show(page: ReactNode, address: string, answer: () => Response) {
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => answer());
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter initialEntries={[address]}>{page}</MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return fetched;
}

it('tells why a log-in is refused, and forgets the password', async () => {
  show(
    <LoginPage />,
    '/login',
    () => new Response('{"detail":"name or password: not known (expected: those of a user)"}', { status: 401 }),
  );
  await userEvent.type(screen.getByLabelText(/Name/), 'anna');
  await userEvent.type(screen.getByLabelText(/^Password/), 'wrong');
  await userEvent.click(screen.getByRole('button', { name: 'Log in' }));
  expect(await screen.findByText(/name or password: not known/)).toBeInTheDocument();
  expect(screen.getByLabelText(/^Password/)).toHaveValue('');
});

it('leads to the provider of OpenID Connect, and back to the page that was wanted', async () => {
  show(
    <LoginPage />,
    '/login?to=%2Fruns%3Fa%3D1',
    () => new Response('{"openIdConnect":{"name":"Example","path":"/login/openid"}}', { status: 200 }),
  );
  expect(await screen.findByRole('link', { name: 'Log in with Example' })).toHaveAttribute(
    'href',
    '/login/openid?to=%2Fruns%3Fa%3D1',
  );
});

it('has no such button without a provider', async () => {
  const fetched = show(<LoginPage />, '/login', () => new Response('{"openIdConnect":null}', { status: 200 }));
  await vi.waitFor(() => expect(fetched).toHaveBeenCalled());
  expect(screen.queryByText(/Log in with/)).not.toBeInTheDocument();
});

it('sets a password with the code of the link, once it was typed the same twice', async () => {
  const fetched = show(<SetPasswordPage />, '/set-password?code=abc', () => new Response(null, { status: 204 }));
  const button = screen.getByRole('button', { name: 'Set password' });
  await userEvent.type(screen.getByLabelText(/New password/), 'correct horse');
  await userEvent.type(screen.getByLabelText(/The same again/), 'correct hors');
  expect(button).toBeDisabled();
  expect(screen.getByText('The two are not the same.')).toBeInTheDocument();
  await userEvent.type(screen.getByLabelText(/The same again/), 'e');
  await userEvent.click(button);
  expect(await screen.findByText('The password is set.')).toBeInTheDocument();
  expect(JSON.parse(String(fetched.mock.calls[0]?.[1]?.body))).toEqual({ code: 'abc', password: 'correct horse' });
});

it('says what to do without a code', () => {
  show(<SetPasswordPage />, '/set-password', () => new Response());
  expect(screen.getByText('This address has no code')).toBeInTheDocument();
});
