import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { address, send } from '../../api/client';
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
        </Stack>
      </form>
    </Entrance>
  );
}
