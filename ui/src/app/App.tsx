import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { BrowserRouter, Route, Routes } from 'react-router';
import { queryClient } from '../api/queries';
import { Failure } from '../parts/Failure';
import { Loading } from '../parts/Loading';
import { Page } from '../parts/Page';
import { StartPage } from '../pages/start/StartPage';
import { Guard } from './Guard';
import { nonce } from './nonce';
import { Shell } from './Shell';
import { theme } from './theme';
import { texts } from '../texts/common';

// Each page is loaded when it is opened, so that the first view stays small.
const RunsPage = lazy(() => import('../pages/runs/RunsPage'));
const RunPage = lazy(() => import('../pages/run/RunPage'));
const ResultsPage = lazy(() => import('../pages/results/ResultsPage'));
const ComparePage = lazy(() => import('../pages/compare/ComparePage'));
const TrendPage = lazy(() => import('../pages/trend/TrendPage'));
const ProfilesPage = lazy(() => import('../pages/profiles/ProfilesPage'));
const ProfilePage = lazy(() => import('../pages/profiles/ProfilePage'));
const AgentsPage = lazy(() => import('../pages/agents/AgentsPage'));
const InstallationsPage = lazy(() => import('../pages/installations/InstallationsPage'));
const WorkloadsPage = lazy(() => import('../pages/workloads/WorkloadsPage'));
const AccessPage = lazy(() => import('../pages/access/AccessPage'));
const LoginPage = lazy(() => import('../pages/login/LoginPage'));
const SetPasswordPage = lazy(() => import('../pages/login/SetPasswordPage'));

export function App() {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={nonce}>
      <Notifications position="top-right" />
      <QueryClientProvider client={queryClient}>
        <BrowserRouter>
          <Suspense fallback={<Loading />}>
            <Routes>
              <Route path="login" element={<LoginPage />} />
              <Route path="set-password" element={<SetPasswordPage />} />
              <Route path="*" element={<Pages />} />
            </Routes>
          </Suspense>
        </BrowserRouter>
      </QueryClientProvider>
    </MantineProvider>
  );
}

/** What somebody sees who is logged in. */
function Pages() {
  return (
    <Shell>
      <Guard>
        <Suspense fallback={<Loading />}>
          <Routes>
            <Route index element={<StartPage />} />
            <Route path="runs" element={<RunsPage />} />
            <Route path="runs/:id" element={<RunPage />} />
            <Route path="runs/:id/results" element={<ResultsPage />} />
            <Route path="compare" element={<ComparePage />} />
            <Route path="trend" element={<TrendPage />} />
            <Route path="profiles" element={<ProfilesPage />} />
            <Route path="profiles/:id" element={<ProfilePage />} />
            <Route path="agents" element={<AgentsPage />} />
            <Route path="installations" element={<InstallationsPage />} />
            <Route path="workloads" element={<WorkloadsPage />} />
            <Route path="access" element={<AccessPage />} />
            <Route
              path="*"
              element={
                <Page title={texts.pageNotFound} explained="index">
                  <Failure title={texts.thisPageDoesNotExist} hint={texts.useTheNavigationToOpen} />
                </Page>
              }
            />
          </Routes>
        </Suspense>
      </Guard>
    </Shell>
  );
}
