import {
  ActionIcon,
  Anchor,
  AppShell,
  Burger,
  Group,
  NavLink,
  Text,
  Tooltip,
  useMantineColorScheme,
  useComputedColorScheme,
} from '@mantine/core';
import {
  IconArrowsDiff,
  IconBook2,
  IconDeviceDesktop,
  IconDownload,
  IconFileText,
  IconGauge,
  IconHome,
  IconLock,
  IconMoon,
  IconPackage,
  IconSun,
  IconTimeline,
} from '@tabler/icons-react';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { address } from '../api/client';
import { useEvents } from '../api/events';
import { keys } from '../api/queries';
import { explanation } from '../parts/documentation';
import { Connection } from './Connection';
import { Who } from './Who';
import { texts } from '../texts/common';

const PAGES = [
  { to: '/', label: texts.start, icon: IconHome },
  { to: '/profiles', label: texts.runProfiles, icon: IconFileText },
  { to: '/runs', label: texts.runs, icon: IconGauge },
  { to: '/compare', label: texts.compare, icon: IconArrowsDiff },
  { to: '/trend', label: texts.trend, icon: IconTimeline },
  { to: '/agents', label: texts.agents, icon: IconDeviceDesktop },
  { to: '/installations', label: texts.installations, icon: IconDownload },
  { to: '/workloads', label: texts.workloads, icon: IconPackage },
  { to: '/access', label: texts.access, icon: IconLock },
] as const;

/** The lists that the stream of the whole controller keeps fresh; each has its event and its query under one name. */
const LISTS = [keys.runs, keys.agents, keys.installations].flat();

/** What stands around every page: where one is, where one can go, whether the controller is there. */
export function Shell({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const { pathname } = useLocation();
  // On a small screen the list of pages would cover the page.
  const [listed, list] = useDisclosure(false);
  const line = useEvents(
    address(['events']),
    (name, data) => {
      client.setQueryData([name], data);
    },
    LISTS,
  );
  const active = (to: string) => (to === '/' ? pathname === '/' : pathname === to || pathname.startsWith(`${to}/`));

  return (
    <AppShell
      header={{ height: 48 }}
      navbar={{ width: 190, breakpoint: 'xs', collapsed: { mobile: !listed } }}
      padding="md"
    >
      <a className="skip-link" href="#page">
        {texts.skipToContent}
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="xs" wrap="nowrap">
            <Burger opened={listed} onClick={list.toggle} hiddenFrom="xs" size="sm" aria-label={texts.pages} />
            <Anchor component={Link} to="/" underline="never" c="inherit" aria-label={texts.deskmeterStartPage}>
              <Group gap="xs">
                <img src="/icon.svg" alt="" width={24} height={24} />
                <Text fw={700}>{texts.deskmeter}</Text>
              </Group>
            </Anchor>
          </Group>
          <Group gap="sm" wrap="nowrap">
            <Connection line={line} />
            <Who />
            <SchemeSwitch />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label={texts.pages}>
        {PAGES.map(({ to, label, icon: Icon }) => (
          <NavLink
            key={to}
            component={Link}
            to={to}
            onClick={list.close}
            label={label}
            leftSection={<Icon size={18} stroke={1.5} aria-hidden />}
            active={active(to)}
            aria-current={active(to) ? 'page' : undefined}
          />
        ))}
        <NavLink
          href={explanation('index')}
          label={texts.documentation}
          leftSection={<IconBook2 size={18} stroke={1.5} aria-hidden />}
        />
      </AppShell.Navbar>
      <AppShell.Main id="page" tabIndex={-1}>
        {children}
      </AppShell.Main>
    </AppShell>
  );
}

function SchemeSwitch() {
  const { setColorScheme } = useMantineColorScheme();
  const dark = useComputedColorScheme('light') === 'dark';
  const label = dark ? texts.switchToLightTheme : texts.switchToDarkTheme;
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={label}
        onClick={() => setColorScheme(dark ? 'light' : 'dark')}
      >
        {dark ? <IconSun size={18} /> : <IconMoon size={18} />}
      </ActionIcon>
    </Tooltip>
  );
}
