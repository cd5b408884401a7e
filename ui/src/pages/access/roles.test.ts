import { expect, it } from 'vitest';
import { rolesUpTo } from './roles';

it('gives no token more than its maker has', () => {
  expect(rolesUpTo('viewer')).toEqual(['viewer', 'scrape']);
  expect(rolesUpTo('admin')).toEqual(['viewer', 'operator', 'admin', 'scrape']);
  expect(rolesUpTo('scrape')).toEqual(['scrape']);
});
