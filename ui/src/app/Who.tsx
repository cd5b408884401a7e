import { Button, Menu } from '@mantine/core';
import { IconUser } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link } from 'react-router';
import { address, send } from '../api/client';
import { useMe } from '../api/queries';
import { texts } from '../texts/access';

/** Who is logged in, and the way out. */
export function Who() {
  const me = useMe();
  const leaving = useMutation({
    mutationFn: () => send('POST', address(['logout'])),
    // Also where it failed: then the page that opens says so.
    onSettled: () => window.location.assign('/'),
  });
  if (!me.data) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="subtle" color="gray" size="compact-sm" leftSection={<IconUser size={16} aria-hidden />}>
          {texts.loggedInAs(me.data.name, me.data.role)}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to="/access">
          {texts.access}
        </Menu.Item>
        <Menu.Item onClick={() => leaving.mutate()}>{texts.logOut}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
