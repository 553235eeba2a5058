import assert from 'node:assert/strict';
import { test } from 'node:test';

const hit = (path) => fetch(`${process.env.API}/hits${path}`, { method: 'POST' });

test('a hit of a page is counted', async () => {
  assert.equal((await hit('/home')).status, 204);
});

test('a hit of a missing page is reported as an error', async () => {
  const answer = await hit('/nowhere');
  assert.equal(answer.status, 404);
  assert.equal((await answer.json()).detail, 'There is no page at /nowhere.');
});
