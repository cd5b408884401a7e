import { Button, Divider, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { address, read, send } from '../../api/client';
import { goal } from '../../api/login';
import { Failure } from '../../parts/Failure';
import { texts } from '../../texts/access';
import { Entrance } from './Entrance';

/** Name and password of somebody who comes from another machine. */
export default function LoginPage() {
  const [parameters] = useSearchParams();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const logIn = useMutation({
    mutationFn: () => send('POST', address(['login']), { json: { name, password } }),
    // A new document: nothing that was loaded for somebody else stays.
    onSuccess: () => window.location.replace(goal(parameters.get('to'))),
    onError: () => setPassword(''),
  });
  // Who cannot be asked has no button; name and password are there anyway.
  const ways = useQuery({ queryKey: ['login'], queryFn: ({ signal }) => read('/login', {}, {}, signal), retry: false });
  const provider = ways.data?.openIdConnect;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    logIn.mutate();
  };
  return (
    <Entrance title={texts.logIn}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <TextInput
            label={texts.name}
            value={name}
            onChange={event => setName(event.currentTarget.value)}
            autoComplete="username"
            autoCapitalize="none"
            required
            data-autofocus
          />
          <PasswordInput
            label={texts.password}
            value={password}
            onChange={event => setPassword(event.currentTarget.value)}
            autoComplete="current-password"
            required
          />
          {logIn.isError ? <Failure title={texts.couldNotLogIn} error={logIn.error} /> : null}
          <Button type="submit" loading={logIn.isPending}>
            {texts.logInButton}
          </Button>
          <Text size="sm" c="dimmed">
            {texts.forgotten}
          </Text>
          {provider ? (
            <>
              <Divider label={texts.or} />
              <Button
                component="a"
                variant="default"
                href={`${provider.path}?to=${encodeURIComponent(goal(parameters.get('to')))}`}
              >
                {texts.logInWith(provider.name)}
              </Button>
            </>
          ) : null}
        </Stack>
      </form>
    </Entrance>
  );
}
