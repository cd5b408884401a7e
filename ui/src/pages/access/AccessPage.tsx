import { Tabs } from '@mantine/core';
import { useMe } from '../../api/queries';
import { useRights } from '../../api/rights';
import type { Me } from '../../api/types';
import { Failure } from '../../parts/Failure';
import { Loading } from '../../parts/Loading';
import { Page } from '../../parts/Page';
import { texts } from '../../texts/access';
import { Audit } from './Audit';
import { ChangePassword } from './ChangePassword';
import { Logins } from './Logins';
import { Tokens } from './Tokens';
import { Users } from './Users';

/** People and programs that may use this controller, and what they did. */
export default function AccessPage() {
  const me = useMe();
  return (
    <Page
      title={texts.access}
      explained="access"
      about={me.data ? texts.accessAbout(me.data.name, me.data.role) : undefined}
      actions={me.data?.hasPassword ? <ChangePassword /> : null}
    >
      {me.data ? (
        <Lists me={me.data} />
      ) : me.isError ? (
        <Failure title={texts.couldNotLoadWhoYouAre} error={me.error} again={() => void me.refetch()} />
      ) : (
        <Loading />
      )}
    </Page>
  );
}

function Lists({ me }: { me: Me }) {
  const { may } = useRights();
  const users = may('GET /api/v1/users');
  return (
    <Tabs defaultValue={users ? 'users' : 'tokens'} keepMounted={false}>
      <Tabs.List aria-label={texts.tabs}>
        {users ? <Tabs.Tab value="users">{texts.users}</Tabs.Tab> : null}
        <Tabs.Tab value="tokens">{texts.tokens}</Tabs.Tab>
        <Tabs.Tab value="logins">{texts.logins}</Tabs.Tab>
        {may('GET /api/v1/audit') ? <Tabs.Tab value="audit">{texts.audit}</Tabs.Tab> : null}
      </Tabs.List>
      <Tabs.Panel value="users" pt="md">
        <Users me={me.name} />
      </Tabs.Panel>
      <Tabs.Panel value="tokens" pt="md">
        <Tokens me={me} />
      </Tabs.Panel>
      <Tabs.Panel value="logins" pt="md">
        <Logins />
      </Tabs.Panel>
      <Tabs.Panel value="audit" pt="md">
        <Audit />
      </Tabs.Panel>
    </Tabs>
  );
}
