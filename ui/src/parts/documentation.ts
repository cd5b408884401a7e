/** Documents below `docs` that explain pages and parts of them, each with a heading where that says more. A test holds that they exist. */
export const DOCUMENTS = {
  index: '',
  start: 'reference/web-pages#start',
  runs: 'guides/operate-a-controller#keep-and-delete-runs',
  run: 'reference/web-pages#a-run',
  results: 'reference/web-pages#results',
  outcome: 'guides/read-a-result#what-the-number-means',
  trust: 'how-it-works/measurement#validity',
  limit: 'how-it-works/measurement#the-verdict-of-a-load-point',
  growth: 'how-it-works/capacity-search',
  time: 'how-it-works/measurement#percentiles',
  evidence: 'how-it-works/evidence',
  setup: 'how-it-works/measurement#comparing-runs',
  files: 'reference/output-files',
  compare: 'guides/size-a-platform#6-compare-platforms',
  trend: 'guides/read-a-result#repeat-it-every-month',
  profiles: 'reference/workloads-and-profiles#a-run-profile',
  checks: 'reference/checks',
  agents: 'guides/agents-of-other-machines',
  installations: 'guides/prepare-a-desktop#roll-out-to-desktops',
  workloads: 'reference/included-workloads',
  access: 'guides/people-and-rights',
  tokens: 'guides/people-and-rights#api-tokens',
  audit: 'guides/people-and-rights#audit-log',
} as const;

/** What is explained, a page or a part of one. */
export type Explained = keyof typeof DOCUMENTS;

/** Where the controller shows what explains it. */
export const explanation = (of: Explained): string => `/documentation/${DOCUMENTS[of]}`.replace(/\/$/, '');
