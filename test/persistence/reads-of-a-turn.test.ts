import { afterAll, describe, expect, test } from 'vitest';
import type { SqlSession } from '../../runtime/kernel/contract/database/database.js';
import { createState } from '../../runtime/kernel/util/async/state.js';
import { startSample } from './database-fixture.js';

const { close, database } = await startSample();
afterAll(close);

const requestSession = (): SqlSession => database.during({ useCase: 'readSample', request: createState() });

const answer = (session: SqlSession, number: number): Promise<unknown> =>
  session.first('select cast(:number as char(2)) as answer', { number: String(number) });

describe('reads of a request in one tick', () => {
  test('return the rows of their own statements', async () => {
    const session = requestSession();
    const numbers = [10, 11, 12, 13, 14];
    const answers = await Promise.all(numbers.map((number) => answer(session, number)));
    expect(answers).toEqual(numbers.map((number) => ({ answer: String(number) })));
  });

  test('fail separately, and keep the connections usable', async () => {
    const session = requestSession();
    const [before, refused, behind] = await Promise.allSettled([
      answer(session, 20),
      session.all(`select missing from ${database.table('sample')}`),
      answer(session, 21),
    ]);
    expect(before).toMatchObject({ status: 'fulfilled', value: { answer: '20' } });
    expect(refused).toMatchObject({ status: 'rejected', reason: expect.any(Error) });
    expect(behind).toMatchObject({ status: 'fulfilled', value: { answer: '21' } });
    expect(database.pools().map(({ inUse }) => inUse)).toEqual([0, 0]);
    await expect(answer(session, 22)).resolves.toEqual({ answer: '22' });
  });

  test('can be many, of several concurrent requests', async () => {
    const sessions = Array.from({ length: 20 }, requestSession);
    const answers = await Promise.all(
      sessions.flatMap((session) => [30, 31, 32].map((number) => answer(session, number))),
    );
    expect(answers).toHaveLength(60);
    expect(database.pools().map(({ inUse }) => inUse)).toEqual([0, 0]);
  });
});
