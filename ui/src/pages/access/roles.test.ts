import { expect, it } from 'vitest';
import { includes, rolesUpTo } from './roles';

it('gives no token more than its maker has', () => {
  expect(rolesUpTo('viewer')).toEqual(['viewer', 'scrape']);
  expect(rolesUpTo('admin')).toEqual(['viewer', 'operator', 'admin', 'scrape']);
  expect(rolesUpTo('scrape')).toEqual(['scrape']);
});

it('knows which role can do what another one can', () => {
  expect(includes('admin', 'operator')).toBe(true);
  expect(includes('viewer', 'operator')).toBe(false);
  expect(includes('scrape', 'viewer')).toBe(false);
});
